/**
 * Who ships. Buyers get a link to where their parcel is: `{tracking}` in `url` stands for its number. Add your own: their names
 * are offered to staff, and a shipment by any other name has no link.
 */
export const carriers: readonly { name: string; url: string }[] = [
  { name: 'DHL', url: 'https://www.dhl.com/en/express/tracking.html?AWB={tracking}' },
  { name: 'DPD', url: 'https://tracking.dpd.de/parcelstatus?query={tracking}' },
  { name: 'FedEx', url: 'https://www.fedex.com/fedextrack/?trknbr={tracking}' },
  { name: 'GLS', url: 'https://gls-group.com/track/{tracking}' },
  { name: 'Royal Mail', url: 'https://www.royalmail.com/track-your-item#/tracking-results/{tracking}' },
  { name: 'UPS', url: 'https://www.ups.com/track?tracknum={tracking}' },
  { name: 'USPS', url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={tracking}' },
];

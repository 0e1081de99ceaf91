/** The schemas that have a name in the OpenAPI document, each with an example. */
import { UploadedFileSchema } from './files/schema.ts';
import { UploadedImageSchema } from './images/schema.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema, ReasonSchema } from './kernel/fields.ts';
import { ProblemSchema } from './kernel/problem.ts';
import { UploadErrorBodySchema } from './kernel/upload-error.ts';
import { accountSchemas } from './named/accounts.ts';
import { catalogueSchemas } from './named/catalogue.ts';
import { companySchemas } from './named/companies.ts';
import { deskSchemas } from './named/desk.ts';
import { datasheet, ID, type Named, named } from './named/examples.ts';
import { listsSchemas } from './named/lists.ts';
import { paymentSchemas } from './named/payments.ts';
import { priceSchemas } from './named/prices.ts';
import { purchaseSchemas } from './named/purchases.ts';
import { secondFactorSchemas } from './named/second-factor.ts';
import { stockSchemas } from './named/stock.ts';
import { ConfigSchema } from './payments/schema.ts';

export const namedSchemas: Record<string, Named> = {
  ...accountSchemas,
  ...catalogueSchemas,
  ...companySchemas,
  ...deskSchemas,
  ...listsSchemas,
  ...paymentSchemas,
  ...priceSchemas,
  ...purchaseSchemas,
  ...secondFactorSchemas,
  ...stockSchemas,

  Reason: named(ReasonSchema, { why: 'Two invoices are overdue.' }),

  UploadedImage: named(UploadedImageSchema, {
    success: true,
    status: 200,
    data: { url: '/images/0199e1a3.webp', width: 1280, height: 960, size: 48_211, mime: 'image/webp' },
  }),
  UploadedFile: named(UploadedFileSchema, { url: datasheet.url, bytes: 48_211 }),
  UploadError: named(UploadErrorBodySchema, {
    success: false,
    status: 415,
    error: { message: 'Upload a JPEG, PNG, WebP or AVIF picture.', code: 'unsupported_image' },
  }),

  Config: named(ConfigSchema, {
    sandbox: true,
    google: true,
    hold: { minutes: 1440, unprovenMinutes: 30 },
    smallestOrder: 100,
    shop: {
      name: 'Northbridge',
      claim: 'Computer parts for businesses.',
      address: ['1 Harbor Way', 'Oakland'],
      email: 'orders@northbridge.example',
      taxId: 'EIN 00-0000000',
    },
    stripe: {
      publishableKey: 'pk_test_northbridge',
      jsUrl: 'http://localhost:3000/v3/stripe.js',
      apiUrl: 'http://localhost:3000',
    },
  }),
  Inserted: named(InsertedSchema, { insertedId: ID }),
  Modified: named(ModifiedSchema, { modifiedCount: 1 }),
  Deleted: named(DeletedSchema, { deletedCount: 1 }),
  Problem: named(ProblemSchema, {
    type: 'about:blank',
    title: 'Price changed',
    status: 409,
    code: 'price_changed',
    detail: 'The price is now $3.70 a piece. Check the order and place it again.',
  }),
};

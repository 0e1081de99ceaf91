/** What the form of a way to prove oneself is given. */
export interface WayProps {
  /** Is told the recovery codes, where there are new ones. */
  onAdded: (codes?: string[]) => void;
  onCancel?: () => void;
}

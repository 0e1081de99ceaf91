import { Link } from 'react-router';
import { CheckIcon } from '../../../ui/icons.tsx';

/** An order that is paid, with its transaction id to keep. */
export function PaidNote({ transactionId }: { transactionId: string | undefined }) {
  return (
    <div className="sheet grid justify-items-start gap-3 p-6">
      <p className="flex items-center gap-2 font-semibold text-lg text-success">
        <CheckIcon className="size-6" /> Paid
      </p>
      {transactionId && (
        <p>
          <span className="block text-muted text-sm">Transaction Id</span>
          <span className="id">{transactionId}</span>
        </p>
      )}
      <Link to="/dashboard" className="btn btn-quiet mt-2">
        Back to the dashboard
      </Link>
    </div>
  );
}

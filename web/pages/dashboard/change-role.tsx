import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role, User } from '#contract/accounts/schema.ts';
import { ConfirmDialog } from '../../ui/ask-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { callAsUser } from '../../user-calls.ts';

/** The roles in words. */
export const ROLES: Record<Role, string> = { admin: 'Admin', staff: 'Staff', customer: 'Customer' };

const WORDS: Record<Role, { title: string; action: string; done: string; failed: string; effect: string }> = {
  admin: {
    title: 'Make this person an admin?',
    action: 'Make Admin',
    done: 'Successfully made an Admin',
    failed: 'Failed to made an Admin',
    effect: 'will see all orders and people, change products, give refunds and make others admins.',
  },
  staff: {
    title: 'Make this person staff?',
    action: 'Make Staff',
    done: 'Made staff',
    failed: 'Nobody was made staff',
    effect:
      'will see all orders, change products and stock and take care of shipping. They see no people, give no refunds and change no settings.',
  },
  customer: {
    title: 'Remove the role?',
    action: 'Remove Role',
    done: 'Role removed',
    failed: 'The role was not removed',
    effect: 'stays signed in as a customer, and sees nothing of other people any more.',
  },
};

/** The specification has calls of their own for admins. */
const GIVE: Record<Role, (email: string) => Promise<{ modifiedCount: number }>> = {
  admin: (email) => callAsUser('promoteUser', { params: { email } }),
  staff: (email) => callAsUser('setRole', { params: { email }, body: { role: 'staff' } }),
  customer: (email) => callAsUser('demoteUser', { params: { email } }),
};

interface Props {
  user: User;
  to: Role;
  onClose: () => void;
  onChanged: () => void;
}

/** Asks for confirmation, and gives a person another role. */
export function ChangeRole({ user, to, onClose, onChanged }: Props) {
  const client = useQueryClient();
  const { title, action, done, failed, effect } = WORDS[to];
  const { mutate, isPending } = useMutation({
    mutationFn: () => GIVE[to](user.email),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount > 0) {
        toast.success(done);
        onChanged();
      } else {
        toast.error(failed, { description: 'Nothing was changed: look at the list again.' });
      }
    },
    onError: (error) => toast.error(failed, { description: error.message }),
    onSettled: () => {
      onClose();
      return client.invalidateQueries({ queryKey: ['users'] });
    },
  });
  return (
    <ConfirmDialog
      title={title}
      action={action}
      warns={to === 'customer'}
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <Person user={user} /> {effect}
    </ConfirmDialog>
  );
}

/** Returns name and address of a person: 'Ada Quill (ada@example.com)', or only the address without a name. */
function Person({ user: { name, email } }: { user: User }) {
  const address = <strong className="break-all font-semibold text-base-content">{email}</strong>;
  if (!name) return address;
  return (
    <>
      <bdi>{name}</bdi> ({address})
    </>
  );
}

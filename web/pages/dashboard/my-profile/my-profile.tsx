import { PageTitle } from '../../../ui/page-title.tsx';
import { PaymentsToAnswerNotice } from '../payments-to-answer-notice.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

/** The person's profile, password, second factor and sessions. */
export function MyProfile() {
  return (
    <>
      <PageTitle>My Profile</PageTitle>
      <h1 className="mb-5">My Profile</h1>
      <PaymentsToAnswerNotice />
      <div className="grid max-w-xl items-start gap-6 xl:max-w-none xl:grid-cols-2">
        <div className="grid gap-6">
          <ProfileForm />
          <PasswordForm />
        </div>
        <div className="grid gap-6">
          <SecondFactor />
          <SessionList />
        </div>
      </div>
    </>
  );
}

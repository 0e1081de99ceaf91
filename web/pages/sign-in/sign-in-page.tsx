import { Navigate } from 'react-router';
import { useIdentity } from '../../session.tsx';
import { FormPage, type FormPageProps } from './form-page.tsx';
import { Purpose } from './purpose.tsx';
import { useReturnPath } from './use-return-path.ts';

interface Props extends FormPageProps {
  /** The action of the page, as in 'Log in'. */
  verb: string;
}

/** The frame of /login and /signup. A signed-in person is redirected to the page that they came from. */
export function SignInPage({ verb, children, ...page }: Props) {
  const from = useReturnPath();
  if (useIdentity()) return <Navigate to={from} replace />;
  return (
    <FormPage {...page}>
      <Purpose verb={verb} from={from} />
      {children}
    </FormPage>
  );
}

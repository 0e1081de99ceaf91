import { enter, expect, newPerson, signIn, signUp, storedToken, test } from './test.ts';

test('[S2.22, S2.24, S2.7] login has email and password, signup a name as well; both have their button, Google and a link to the other', async ({
  page,
}) => {
  await page.goto('/login');
  const main = page.getByRole('main');
  await expect(main.getByLabel('Email')).toBeEditable();
  await expect(main.getByLabel('Password')).toHaveAttribute('type', 'password');
  await expect(main.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
  await expect(main.getByRole('button', { name: 'Continue With Google' })).toBeEnabled();
  await main.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/signup');
  await expect(main.getByLabel('Name')).toBeEditable();
  await expect(main.getByLabel('Email')).toBeEditable();
  await expect(main.getByLabel('Password')).toHaveAttribute('type', 'password');
  await expect(main.getByRole('button', { name: 'SignUp', exact: true })).toBeEnabled();
  await expect(main.getByRole('button', { name: 'Continue With Google' })).toBeEnabled();
  await main.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login');
});

test('[S5.1, S5.2, S5.3, S5.4, S5.5] wrong input is refused at its field, in the words of the specification', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(request.url());
  });
  for (const [path, button] of [
    ['/signup', 'SignUp'],
    ['/login', 'Login'],
  ] as const) {
    await page.goto(path);
    const main = page.getByRole('main');
    const email = main.getByLabel('Email');
    const password = main.getByLabel('Password');
    const submit = main.getByRole('button', { name: button, exact: true });
    await submit.click();
    await expect(email).toHaveAccessibleDescription('Email is Required');
    await expect(password).toHaveAccessibleDescription(/Password is Required$/);
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    if (path === '/signup') {
      await expect(main.getByLabel('Name')).toHaveAccessibleDescription('Name is Required');
      await expect(main.getByLabel('Name')).toBeFocused();
    }
    for (const wrong of ['robin', 'robin@parts', 'robin@parts.c', 'robin field@parts.com']) {
      await email.fill(wrong);
      await password.fill('12345');
      await submit.click();
      await expect(email).toHaveAccessibleDescription('Enter a valid Email');
    }
    await expect(page.getByRole('status').filter({ hasText: 'Enter a valid Email' })).toBeVisible();
    await expect(password).toHaveAccessibleDescription(/Secret KeY Should be 6 char\. or longer$/);
  }
  expect(requests).toEqual([]);
});

test('[S4.6, S4.7, S3.5, S3.6] signing up sets the display name, exchanges the email for the token and stores it', async ({
  page,
}) => {
  const person = newPerson();
  const exchange = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await signUp(page, person);
  const answer = await exchange;
  expect(new URL(answer.url()).pathname).toBe(`/user/${encodeURIComponent(person.email)}`);
  expect(answer.request().postDataJSON()).toEqual({ email: person.email });
  const { token } = await answer.json();
  expect(await storedToken(page)).toBe(token);

  await page.goto('/dashboard/myProfile');
  await expect(page.getByLabel('Display name')).toHaveValue(person.name);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});

test('[S2.23, S2.3, S2.4, S4.7] login takes an address in any case, and returns to the page that required it, otherwise to /', async ({
  page,
  buyer,
  addProduct,
}) => {
  const { _id, name } = await addProduct();
  const exchange = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await signIn(page, buyer.email.toUpperCase(), buyer.password);
  expect((await exchange).request().postDataJSON()).toEqual({ email: buyer.email });
  expect(await storedToken(page)).toBe((await (await exchange).json()).token);
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'SignOut' }).click();
  for (const path of [`/products/${_id}`, '/dashboard/addReview']) {
    await expect(page).toHaveURL('/login');
    await page.goto(path);
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
    // The login page names the requested part, and shows nothing else of its page.
    const named = path.startsWith('/products/') ? 1 : 0;
    await expect(page.getByText(`Log in to order ${name}.`)).toHaveCount(named);
    await expect(page.getByRole('heading', { name })).toHaveCount(0);
    await page.getByLabel('Email').fill(buyer.email);
    await page.getByLabel('Password').fill(buyer.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(path);
    await page.getByRole('button', { name: 'SignOut' }).click();
  }
});

test('[S4.8] signing out removes the token, ends the session and goes to /login', async ({
  page,
  shop,
  buyer,
}) => {
  await enter(page, shop, buyer, '/');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  const token = await storedToken(page);
  await page.getByRole('button', { name: 'SignOut' }).click();
  await expect(page).toHaveURL('/login');
  expect(await storedToken(page)).toBeNull();
  const headers = { authorization: `Bearer ${token}` };
  const statusNow = async () =>
    (await page.request.get(`/orders?email=${buyer.email}`, { headers })).status();
  await expect.poll(statusNow).toBe(401);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL('/login');
});

test('signing out works at once, however slow the provider and however quickly the person goes on', {
  tag: '@nightly',
}, async ({ page, shop, buyer }) => {
  await enter(page, shop, buyer, '/');
  // The page stops waiting for the provider after a while; this machine may be slower than that.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await page.reload();
  await page.waitForFunction(() => !window.takeEarlyEvents);
  const order: string[] = [];
  page.on('requestfinished', (request) => order.push(new URL(request.url()).pathname));
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/auth/sign-out', async (route) => {
    ask();
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'SignOut' }).click();
  await asked;
  await expect(page).toHaveURL('/login');
  expect(await storedToken(page)).toBeNull();

  // The late response deletes a cookie, which must not be the next person's.
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password').fill(buyer.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForTimeout(500);
  answer();
  await expect(page).toHaveURL('/');
  expect(order.filter((path) => path.startsWith('/api/auth/sign-'))).toEqual([
    '/api/auth/sign-out',
    '/api/auth/sign-in/email',
  ]);

  await page.unroute('**/api/auth/sign-out');
  const { value } = (await page.context().cookies()).find(({ name }) => name.endsWith('session_token')) ?? {};
  await page.getByRole('button', { name: 'SignOut' }).click();
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login?from=%2Fdashboard');
  const left = () => shop.sql('select from sessions where token = $1', [value?.split('.')[0]]);
  await expect.poll(async () => (await left()).length).toBe(0);
});

test('[S8.5] what the sign-in provider says stands in red under the form, which keeps its input', async ({
  page,
  buyer,
}) => {
  const main = page.getByRole('main');
  const message = main.locator('form').getByRole('alert');
  const isRed = async () => {
    const [red, green, blue] = await message.evaluate((element) => {
      // Painted on a canvas, which turns any colour notation into RGB values.
      const canvas = document.createElement('canvas').getContext('2d')!;
      canvas.fillStyle = getComputedStyle(element).color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    });
    return red! > 2 * green! && red! > 2 * blue!;
  };
  await page.goto('/login');
  await main.getByLabel('Email').fill(buyer.email);
  await main.getByLabel('Password').fill('not the password');
  await main.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(message).toHaveText('Invalid email or password');
  expect(await isRed()).toBe(true);
  await expect(main.getByLabel('Email')).toHaveValue(buyer.email);
  await expect(main.getByLabel('Password')).toHaveValue('not the password');

  await page.goto('/signup');
  await main.getByLabel('Name').fill('Robin Field');
  await main.getByLabel('Email').fill(buyer.email);
  await main.getByLabel('Password').fill('bolt-7');
  await main.getByRole('button', { name: 'SignUp', exact: true }).click();
  await expect(message).toHaveText(/^User already exists/);
  expect(await isRed()).toBe(true);
  await expect(main.getByLabel('Name')).toHaveValue('Robin Field');
  await expect(main.getByLabel('Email')).toHaveValue(buyer.email);
  await expect(main.getByLabel('Password')).toHaveValue('bolt-7');
});

test("[S8.5, S8.7] a display name is changed in My Profile; what is wrong with it stands there in red, and without a user 'No user is logged in'", async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  await enter(page, shop, buyer, '/dashboard/myProfile');
  const name = page.getByLabel('Display name');
  await name.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAccessibleDescription('Name is Required');
  await name.fill('Robin Meadow');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.goto('/dashboard/addReview');
  await expect(page.getByLabel('Name')).toHaveValue('Robin Meadow');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Profile' }).click();
  await name.fill('Robin Hill');
  await admin.call(`DELETE /users/${buyer.email}`);
  await page.getByRole('button', { name: 'Save' }).click();
  // The list of sessions, which may still be loading, has its own message.
  await expect(page.getByRole('alert').filter({ hasText: 'No user is logged in' })).toBeVisible();
  await expect(name).toHaveValue('Robin Hill');
});

test.describe('a page for signed-in people', () => {
  test.use({ takenOver: false });

  test('sends a visitor to login before any of its scripts has loaded', async ({ page }) => {
    // Never responds.
    await page.route('**/assets/*.js', () => {});
    await page.goto('/dashboard/myProfile?a=1#b', { waitUntil: 'commit' });
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/dashboard/myProfile?a=1#b')}`);
  });
});

import type { PageHandle } from '#contract/pages.ts';

export const handle: PageHandle = { title: 'My Profile', shape: 'section' };

export { MyProfile as default } from './my-profile/my-profile.tsx';

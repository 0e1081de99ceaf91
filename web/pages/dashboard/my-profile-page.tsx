export { MyProfile as default } from './my-profile/my-profile.tsx';

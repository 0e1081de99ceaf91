export { MyProfile as default } from './my-profile.tsx';

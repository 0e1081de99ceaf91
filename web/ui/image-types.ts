/** What a file input takes as a picture: see `POST /images`. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif';

import { toggleTheme, useTheme } from '../theme.ts';
import { MoonIcon, SunIcon } from './icons.tsx';

export function ThemeToggle() {
  const theme = useTheme();
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square"
      aria-label="Dark theme"
      title="Switch between light and dark"
      aria-pressed={theme === 'dark'}
      onClick={toggleTheme}
    >
      <SunIcon className="size-5 dark:hidden" />
      <MoonIcon className="hidden size-5 dark:block" />
    </button>
  );
}

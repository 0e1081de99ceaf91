import { type MouseEvent, useId } from 'react';
import type { Section, SettingValues } from '#contract/settings/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import { BlogEntries } from '../../blogs.tsx';
import { HomeSections } from '../../home/home.tsx';
import { PortfolioSections } from '../../portfolio.tsx';
import type { Draft } from './draft.ts';
import { MailPreview, OrdersPreview, ShopPreview } from './preview-facts.tsx';

interface Props {
  section: Section;
  /** As it would be saved. */
  value: Draft;
  onClose: () => void;
}

/** A page, or what is said in several places, as it will look, over the whole window. Nothing is saved, and links lead nowhere. */
export function Preview({ section, value, onClose }: Props) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog ref={dialog} className="settings-preview" aria-labelledby={id} onClose={onClose}>
      <div className="settings-preview-bar">
        <p id={id} className="font-medium">
          Preview: not saved
        </p>
        <Button kind="primary" small onClick={onClose}>
          Close the preview
        </Button>
      </div>
      <div className="bg-base-200" onClickCapture={stay} onSubmitCapture={(event) => event.preventDefault()}>
        {pageOf(section, value)}
      </div>
    </dialog>
  );
}

function stay(event: MouseEvent) {
  if ((event.target as Element).closest('a')) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function pageOf(section: Section, value: Draft) {
  switch (section) {
    case 'shop':
      return <ShopPreview shop={value as unknown as SettingValues['shop']} />;
    case 'mail':
      return <MailPreview mail={value as unknown as SettingValues['mail']} />;
    case 'orders':
      return <OrdersPreview orders={value as unknown as SettingValues['orders']} />;
    case 'home':
      return <HomeSections home={value as unknown as SettingValues['home']} />;
    case 'portfolio':
      return <PortfolioSections portfolio={value as unknown as SettingValues['portfolio']} />;
    default:
      return <BlogEntries blog={value as unknown as SettingValues['blog']} />;
  }
}

import { useEffect } from 'react';
import { type Resolver, type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import { type Company, type NewCompany, NewCompanySchema } from '#contract/companies/schema.ts';
import { readMessage } from '#contract/kernel/field-message.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { AddressFields } from '../../../ui/address/address-fields.tsx';
import {
  ADDRESS_FIELDS,
  type AddressValues,
  addressErrors,
  NO_ADDRESS,
  toShipTo,
  toValues,
} from '../../../ui/address/address-values.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { ZoneInput } from '../../../ui/zone-input.tsx';
import { t } from './words.ts';

interface Values extends AddressValues {
  title: string;
  taxId: string;
  timeZone: string;
}

interface Props {
  /** The company to change; without it one is opened. */
  company?: Company;
  /** Who receives what is sent to a new company. */
  recipient?: string;
  send: (company: NewCompany, idempotencyKey: string) => Promise<void>;
  onCancel: () => void;
}

/** The name, tax number and address of a company; of one that is open also its time zone. */
export function CompanyForm({ company, recipient = '', send, onCancel }: Props) {
  const form = useForm<Values>({ defaultValues: valuesOf(company, recipient), resolver });
  const { register, control } = form;
  const typed = useWatch({ control }) as Values;
  const { errors, isSubmitting, submitCount } = form.formState;
  const names = ['title', 'taxId', 'timeZone', ...ADDRESS_FIELDS] as const;
  const { submit, field, refusal } = useSubmit(form, [...names], ({ timeZone, ...values }, key) =>
    // One that stays as it was may be the shop's, and follows it.
    send({ ...toCompany(values), ...(timeZone !== company?.timeZone && { timeZone }) }, key),
  );
  // The button that opened the form is gone.
  const { setFocus } = form;
  useEffect(() => setFocus('title'), [setFocus]);
  // Registered from top to bottom: the first wrong field gets the focus.
  const fields = { title: field('title'), taxId: field('taxId'), timeZone: register('timeZone') };
  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="sheet mb-6 grid gap-4 p-5"
      aria-label={company ? t('details') : t('add')}
    >
      <div className="address-fields">
        <TextField label={t('name')} autoComplete="organization" dir="auto" {...fields.title} />
        <TextField label={t('taxId')} {...fields.taxId} />
        {company && (
          <Field label={t('timeZone')} hint={t('timeZone.hint')} error={errors.timeZone?.message}>
            {(control) => <ZoneInput {...control} {...fields.timeZone} />}
          </Field>
        )}
      </div>
      <fieldset className="grid gap-3">
        <legend className="font-semibold">{t('address')}</legend>
        {!company && <p className="text-muted text-sm">{t('address.hint')}</p>}
        <AddressFields
          register={register as unknown as UseFormRegister<AddressValues>}
          errors={errors}
          values={typed}
        />
      </fieldset>
      <FormProblem problem={refusal} attempt={submitCount} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={isSubmitting}>{company ? t('save') : t('add')}</SubmitButton>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
  );
}

function valuesOf(company: Company | undefined, recipient: string): Values {
  if (!company) return { ...NO_ADDRESS, name: recipient, title: '', taxId: '', timeZone: '' };
  const { name: title, taxId = '', timeZone } = company;
  return { ...toValues(company.address), title, taxId, timeZone };
}

function toCompany({ title, taxId, ...address }: Omit<Values, 'timeZone'>): NewCompany {
  return { name: title.trim(), taxId: taxId.trim(), address: toShipTo(address) };
}

const resolver: Resolver<Values> = (values) => {
  const found: Record<string, string | undefined> = { ...addressErrors(values) };
  const { timeZone, ...others } = values;
  const parsed = NewCompanySchema.safeParse({ ...toCompany(others), timeZone });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] === 'name' ? 'title' : path[0];
    if (field === 'title' || field === 'taxId' || field === 'timeZone')
      found[field] ??= readMessage(message).message;
  }
  const errors = Object.entries(found).map(([field, message]) => [field, { type: 'invalid', message }]);
  return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
};

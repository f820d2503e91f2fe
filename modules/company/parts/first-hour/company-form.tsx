import { useEffect, useMemo, type ReactNode } from 'react'
import { css } from '#css/css'
import { Restored } from '#blocks/drafts/restored.tsx'
import { useDraft } from '#blocks/drafts/use-draft.ts'
import { createDraft } from '#blocks/entity-form/draft.ts'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { FormField } from '#blocks/entity-form/form-field.tsx'
import { NeedsConnection } from '#blocks/outbox/needs-connection.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { FirstStepProps } from '#blocks/slots.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/resource/result.ts'
import { companySettings, type CompanySetting } from '../../entities.ts'

type Values = DraftOf<typeof companySettings>

interface FormProps extends FirstStepProps {
  readonly fields: readonly (keyof Values & string)[]
  /** What is proposed, of which the company has something else so far. */
  readonly proposed?: (company: CompanySetting) => Values
  readonly inputs?: Partial<Record<string, (props: InputProps) => ReactNode>>
  /** Texts in the place of the description's, by field. */
  readonly help?: Readonly<Record<string, string>>
  readonly check?: (values: Readonly<Record<string, unknown>>) => FieldErrors
  readonly children?: (company: CompanySetting) => ReactNode
}

/** Some of the company's settings, as a step of the first hour. */
export const CompanyForm = (props: FormProps) => {
  const { items, failure, ask } = useQuery(companySettings)
  const [company] = useRecords(items)
  return company ? <Fields {...props} company={company} /> : <NotLoaded failure={failure.value} retry={ask} />
}

const Fields = ({
  company,
  fields,
  proposed,
  inputs,
  help,
  check,
  onReady,
  children,
}: FormProps & { company: CompanySetting }) => {
  const { api } = useServices()
  const draft = useMemo(
    () =>
      createDraft({
        entity: companySettings,
        record: company,
        save: (values, options) => api(companySettings).save(values, options),
        ...(proposed && { typed: { ...proposed(company) } }),
      }),
    // The form edits the company it was opened with; concurrent changes are detected when saving.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  )
  const kept = useDraft([companySettings.name, company.id, ...fields], {
    typed: draft.kept,
    restore: (before) => draft.restore(before, fields),
    reset: draft.reset,
  })
  useEffect(() => {
    onReady(async () => {
      const saved = await draft.save(fields, check)
      if (saved) kept.end()
      return saved !== null
    })
    return () => onReady(null)
  }, [onReady, draft, kept, fields, check])
  return (
    <div className={css({ column: '4' })}>
      <NeedsConnection entity={companySettings} />
      <Restored draft={kept} />
      {draft.alert.value && (
        <p role="alert" className={css({ color: 'attention' })}>
          {draft.alert.value}
        </p>
      )}
      {fields.map((name) => (
        <FormField
          key={name}
          entity={companySettings}
          name={name}
          draft={draft}
          input={inputs?.[name]}
          group={undefined}
          help={help?.[name]}
        />
      ))}
      {children?.(company)}
    </div>
  )
}

import { useContext, useId, useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { css, cx } from '#css/css'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { wordsOf } from '#core/entity/wording.ts'
import { pickParams } from '#core/resource/queries.ts'
import type { Failure, FieldErrors } from '#core/resource/result.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { AnchoredPopover } from '#ui/popover/popover.tsx'
import { Restored } from '../drafts/restored.tsx'
import { useDraft } from '../drafts/use-draft.ts'
import { useOutcome } from '../failure/use-outcome.ts'
import { useTells } from '../offered/offered.tsx'
import { NeedsConnection } from '../outbox/needs-connection.tsx'
import { ParentContext, useResource, useServices } from '../services/services.tsx'
import { createDraft, type Draft, type Save } from './draft.ts'
import type { InputProps } from './field-input.tsx'
import { FormField, type GroupProps } from './form-field.tsx'

export type { GroupProps }

/** The fields of drafts of any type. */
type NamesIn<D> = D extends unknown ? keyof D & string : never

/** A form generated from an entity. Inputs are chosen by field kind unless the screen provides its own. */
export interface EntityDialogProps<E extends Entity> {
  entity: E
  /** The record to edit; without it, a new one is created. */
  record?: RecordOf<E> | undefined
  initial?: DraftOf<E>
  /** The fields to show, in order. */
  fields: readonly ((keyof E['fields'] & string) | NamesIn<DraftOf<E>>)[]
  /** Custom inputs, by field. */
  inputs?: Partial<Record<string, (props: InputProps) => ReactNode>>
  /** Custom groups of inputs, by field, which render their own labels and errors. */
  groups?: Partial<Record<string, (props: GroupProps) => ReactNode>>
  /** The fields that lose their values when another one changes: `{ project_id: ['cost_code_id'] }`. */
  clears?: Readonly<Record<string, readonly string[]>>
  /** Help texts that replace those of the description, by field. */
  help?: Partial<Record<string, string>>
  title?: string
  /** Those that begin folded below the others; an error unfolds them. */
  folded?: readonly string[]
  /** Content above the inputs. */
  intro?: ReactNode
  /** Content below the inputs. */
  outro?: ReactNode
  /** Values that have been typed before, over those of `record`. */
  typed?: Readonly<Record<string, unknown>>
  /** Why a former attempt to save this was refused. */
  refused?: Failure<RecordOf<E>[]> | null
  /** The place of the refused change that this form mends. */
  instead?: number
  /** Names this form among several over the same fields of a record, so that each keeps its own draft. */
  part?: string
  /** Shows it in a popover beside this element, after which `focus` gets the focus, instead of as a dialog. */
  beside?: { readonly anchor: HTMLElement; readonly focus: HTMLElement }
  /** Two columns where there is room, for a form of many short fields. */
  wide?: boolean
  /** Finds errors of what this form asks beyond the description, by field, before it is sent. */
  check?: (values: Readonly<Record<string, unknown>>) => FieldErrors
  /** Replaces saving through the entity's resource. */
  save?: Save<E>
  /** The label of its button. By default it is "Save". */
  saves?: string
  /** The message after saving. By default it is made of the entity's noun. */
  said?: (record: RecordOf<E>) => string
  onClose: () => void
  onSaved?: (record: RecordOf<E>) => void
}

/** The form, which edits the record that it was opened with, and what the device keeps of what is typed into it. */
function useForm<E extends Entity>(props: EntityDialogProps<E>) {
  const { entity, record, initial, fields, clears, typed, refused, instead, part, save } = props
  const { offer } = useServices()
  const resource = useResource(entity)
  const parents = useContext(ParentContext)
  const draft = useMemo(
    () => {
      const saving: Save<E> = save ?? ((draft, options) => resource.save(draft, { ...options, ...more }))
      const more = instead === undefined ? {} : { instead }
      const made = createDraft({
        entity,
        record,
        save: saving,
        tells: (name) => offer.tells(entity, name),
        ...(initial && { initial }),
        ...(clears && { clears }),
        ...(typed && { typed }),
      })
      if (refused) made.refuse({ ...refused, current: refused.current?.[0] }, fields)
      return made
    },
    // The form edits the record it was opened with; concurrent changes are detected when saving.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  )
  const kept = useDraft([entity.name, record?.id ?? 'new', pickParams(entity, parents), part ?? '', instead ?? ''], {
    typed: draft.kept,
    restore: (typedBefore) => draft.restore(typedBefore, fields),
    reset: draft.reset,
  })
  return { draft, kept }
}

/** A dialog to add or edit a record. It closes on success and confirms before discarding typed values. */
export const EntityDialog = <E extends Entity>(props: EntityDialogProps<E>) => {
  const { entity, record, fields, inputs = {}, groups = {}, help = {}, wide = false, check, onClose, onSaved } = props
  const { folded = [] } = props
  const tells = useTells()
  const report = useOutcome()
  const form = useId()
  const [asking, setAsking] = useState(false)
  const { draft, kept } = useForm(props)
  const leave = () => {
    kept.end()
    onClose()
  }
  // Fields of other types than the chosen one are hidden; a name that is no field at all is reported by FormField.
  const visible = fields.filter(
    (name) => (name in draft.fields.value || !(name in entity.fields)) && tells(entity, name),
  )
  const more = visible.filter((name) => folded.includes(name))
  const fieldOf = (name: string) => (
    <FormField
      key={name}
      entity={entity}
      name={name}
      draft={draft}
      input={inputs[name]}
      group={groups[name]}
      help={help[name]}
    />
  )
  const words = wordsOf(entity)
  const close = () => (draft.dirty.peek() && !draft.saving.peek() ? setAsking(true) : leave())
  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const saved = await draft.save(visible, check)
    if (!saved) return
    report(saved, props.said?.(saved.data) ?? (record ? words.saved : words.added))
    kept.end()
    onSaved?.(saved.data)
    onClose()
  }
  return (
    <Frame
      beside={props.beside}
      onClose={close}
      wide={wide}
      title={props.title ?? (record ? words.edit : words.add)}
      main={
        <Button type="submit" form={form} loading={draft.saving.value}>
          {props.saves ?? 'Save'}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate className={cx(body, wide && columns)}>
        <NeedsConnection entity={entity} />
        <Restored draft={kept} />
        <Alert draft={draft} />
        {props.intro}
        {visible.filter((name) => !folded.includes(name)).map(fieldOf)}
        {more.length > 0 && (
          <details open={more.some((name) => draft.errorsIn(name).length > 0)}>
            <summary className={summary}>More</summary>
            <div className={body}>{more.map(fieldOf)}</div>
          </details>
        )}
        {props.outro}
      </form>
      <ConfirmDialog
        open={asking}
        title="Discard what you typed?"
        message="It has not been saved."
        confirm="Discard"
        cancel="Keep typing"
        danger
        onConfirm={leave}
        onCancel={() => setAsking(false)}
      />
    </Frame>
  )
}

/** A dialog, or a popover beside an element. */
const Frame = ({
  beside,
  wide,
  title,
  main,
  onClose,
  children,
}: {
  beside: EntityDialogProps<Entity>['beside']
  wide: boolean
  title: string
  main: ReactNode
  onClose: () => void
  children: ReactNode
}) =>
  beside ? (
    <AnchoredPopover {...beside} title={title} onClose={onClose}>
      <div className={panel}>
        <p aria-hidden="true" className={css({ fontWeight: 'section' })}>
          {title}
        </p>
        {children}
        <div className={buttons}>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          {main}
        </div>
      </div>
    </AnchoredPopover>
  ) : (
    <Dialog open onClose={onClose} size={wide ? 'lg' : 'md'} title={title} main={main}>
      {children}
    </Dialog>
  )

const Alert = <E extends Entity>({ draft }: { draft: Draft<E> }) =>
  draft.alert.value && (
    <p role="alert" className={alert}>
      <Icon name="circle-alert" size="sm" />
      {draft.alert.value}
    </p>
  )

const panel = css({ stack: '3', width: '20rem', maxWidth: 'full' })
const buttons = css({ display: 'flex', justifyContent: 'flex-end', gap: '2.5' })
const body = css({ stack: '4' })
const summary = css({ minHeight: 'touch', paddingBlock: '2.5', fontWeight: 'strong' })
/** What is more than one field, such as a group or buttons, takes both columns. */
const columns = css({
  md: { gridTemplateColumns: '1fr 1fr', alignItems: 'start', '& > :not([data-scope=field])': { gridColumn: '1 / -1' } },
})
const alert = css({
  display: 'flex',
  gap: '2',
  padding: '3',
  borderRadius: 'md',
  background: 'attention.soft',
  color: 'attention',
  fontWeight: 'medium',
  whiteSpace: 'pre-line',
})

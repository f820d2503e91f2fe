import { useState, type ComponentType, type ReactNode } from 'react'
import type { CurrentUser } from '#core/access/access.ts'
import { blankValues } from '#core/entity/blank.ts'
import type { ActionOf, DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { longText } from '#core/entity/fields.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { stateOf, stepsFor, type AnyWorkflow } from '#core/entity/workflow.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { useOutcome } from '../failure/use-outcome.ts'
import { useMay } from '../offered/offered.tsx'
import { useServices } from '../services/services.tsx'
import { useResourceOf } from '../services/use-resource-of.ts'
import type { InputProps } from '../entity-form/field-input.tsx'
import { AskDialog } from './lazy-ask-dialog.ts'

/** A workflow step, for a button or menu item. */
export interface Step<E extends Entity> {
  readonly action: ActionOf<E>
  readonly label: string
  readonly icon: string | undefined
  /** Whether it is the main step of its state. */
  readonly primary: boolean
  /** Whether it is a button in any case. */
  readonly button: boolean
  readonly danger: boolean
  /** Takes it, or first asks what has to be asked. */
  take(): void
}

/** How what a step asks for is asked: it is asked for before the step then, although none of it is required. */
export interface Asking {
  readonly initial?: Readonly<Record<string, unknown>>
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>
}

type AnyStep = NonNullable<AnyWorkflow['steps'][string]>

/** What a step asks for: the reason it requires, and its own fields. */
export const fieldsOf = ({ reason, asks }: AnyStep): Fields => ({
  ...(reason && { reason: longText().label(reason.label ?? 'Reason') }),
  ...asks,
})
export const isRequired = (fields: Fields) => Object.values(fields).some(({ facts }) => !facts.optional)

/** The workflow of an entity. @throws if it has none */
export function flowOf({ name, workflow }: Entity): AnyWorkflow {
  if (!workflow) throw new Error(`"${name}" has no workflow.`)
  return workflow
}

const isPrimary = ({ primary }: AnyStep, state: string): boolean =>
  Array.isArray(primary) ? primary.includes(state) : !!primary

/** The name of the step that a person takes first on a record: the main one of its state, or else the first. */
export function mainStep<E extends Entity>(
  entity: E,
  record: RecordOf<E>,
  user: CurrentUser | null,
  may: ReturnType<typeof useMay>,
): string | undefined {
  const workflow = flowOf(entity)
  const names = stepsFor(workflow, record, user).filter((name) => may(entity, name))
  const isMain = (name: string) => {
    const step = workflow.steps[name]
    return step !== undefined && isPrimary(step, stateOf(workflow, record))
  }
  return names.find(isMain) ?? names[0]
}

/**
 * The workflow steps that the current user may take on a record. Taking one asks its question and for what it needs, and
 * shows the result in a toast. Render `asked`.
 * @param about what a step's question says besides, by its name
 * @param draft what the record is made of by its first step, where there is none yet
 * @param asks how what a step asks for is asked, by its name
 * @useSignals
 * @example const { steps, busy, asked } = useSteps(crates, crate)
 */
export function useSteps<E extends Entity>(
  entity: E,
  given: RecordOf<E> | null,
  {
    about = {},
    draft,
    asks = {},
  }: {
    about?: Partial<Record<ActionOf<E>, string>>
    draft?: DraftOf<E> | undefined
    asks?: Partial<Record<ActionOf<E>, Asking>>
  } = {},
): { steps: Step<E>[]; busy: boolean; asked: ReactNode } {
  const { session } = useServices()
  const resourceOf = useResourceOf(entity)
  const report = useOutcome()
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<{ action: ActionOf<E>; errors?: FieldErrors } | null>(null)
  const workflow = flowOf(entity)
  const close = () => setAsking(null)
  // What is not made yet has the values of its description.
  const record = given ?? ({ ...blankValues(entity), ...draft } as RecordOf<E>)

  async function send(action: ActionOf<E>, step: AnyStep, body: Record<string, unknown> = {}): Promise<boolean> {
    setBusy(true)
    const resource = resourceOf(record)
    const made = given ? { ok: true as const, data: given } : await resource.save(draft ?? ({} as DraftOf<E>))
    const result = made.ok ? await resource.act(made.data.id, action, body) : made
    setBusy(false)
    if (!result.ok && Object.keys(step.asks ?? {}).some((name) => result.errors[name])) {
      setAsking({ action, errors: result.errors })
      return false
    }
    if (!report(result, inWords(step.done) ?? '')) return false
    close()
    return true
  }
  const inWords = (text: string | ((record: RecordOf<E>) => string) | undefined) =>
    typeof text === 'function' ? text(record) : text
  const messageOf = ({ question }: AnyStep): string | null =>
    typeof question?.message === 'function' ? question.message(record) : (question?.message ?? null)

  const steps = stepsFor(workflow, record, session.user.value).flatMap((name): Step<E>[] => {
    const step = workflow.steps[name]
    // The names of steps are actions of the entity.
    const action = name as ActionOf<E>
    if (!step || !may(entity, name)) return []
    const { label, icon, button = false, question } = step
    const isAsked = isRequired(fieldsOf(step)) || !!asks[action] || messageOf(step) !== null
    return [
      {
        action,
        label,
        icon,
        button,
        danger: question?.danger === true,
        primary: isPrimary(step, stateOf(workflow, record)),
        take: () => (isAsked ? setAsking({ action }) : void send(action, step)),
      },
    ]
  })

  const step = asking && workflow.steps[asking.action]
  const fields = step ? fieldsOf(step) : {}
  const own = asking && asks[asking.action]
  const says = step && [asking && about[asking.action], messageOf(step)].filter(Boolean).join(' ')
  const asked =
    !asking || !step ? null : Object.keys(fields).length > 0 && (isRequired(fields) || own || asking.errors) ? (
      <AskDialog
        place={[entity.name, given?.id ?? draft, asking.action]}
        title={step.reason?.title ?? step.label}
        confirm={step.label}
        message={says}
        fields={fields}
        {...own}
        {...(step.reason && { missing: { reason: step.reason.message } })}
        {...(asking.errors && { errors: asking.errors })}
        loading={busy}
        onSend={(values) => send(asking.action, step, values)}
        onClose={close}
      />
    ) : (
      <ConfirmDialog
        open
        title={inWords(step.question?.title)}
        message={says}
        confirm={step.question?.confirm ?? step.label}
        danger={step.question?.danger === true}
        loading={busy}
        onCancel={close}
        onConfirm={() => void send(asking.action, step)}
      />
    )
  return { steps, busy, asked }
}

import type { CSSProperties } from 'react'
import { css } from '#css/css'
import type { FirstStep } from '#blocks/slots.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { Standing } from './use-first-hour.ts'

export const stepHref = (id: string): string => `/setup/start?step=${id}`

interface StepsProps {
  readonly steps: readonly FirstStep[]
  readonly standings: readonly Standing[]
  readonly current: string | null
}

const words = ({ hint, without }: FirstStep, { state, said }: Standing) =>
  state === 'skipped' ? `Skipped · ${without}` : (said ?? hint)

/** All steps with how they stand, each a link. */
export const StepList = ({ steps, standings, current }: StepsProps) => (
  <nav aria-label="Steps" className={list}>
    {steps.map((step, at) => {
      const standing = standings[at]
      if (!standing) return null
      const { state } = standing
      return (
        <a
          key={step.id}
          href={stepHref(step.id)}
          className={row}
          data-state={state}
          aria-current={step.id === current ? 'step' : undefined}
        >
          <span className={disc}>
            {state === 'done' ? (
              <Icon name="check" size="sm" label="Done" />
            ) : state === 'skipped' ? (
              <Icon name="minus" size="sm" />
            ) : (
              at + 1
            )}
          </span>
          <span className={css({ minWidth: '0', flex: '1' })}>
            <b className={css({ display: 'block', fontWeight: 'strong' })}>{step.label}</b>
            <span className={css({ textStyle: 'note', overflowWrap: 'anywhere' })}>{words(step, standing)}</span>
          </span>
          {state === 'done' && step.id !== current && <span className={css({ textStyle: 'note' })}>Edit</span>}
        </a>
      )
    })}
  </nav>
)

/** How much of it is done, in a ring. */
export const StepRing = ({ done, of }: { done: number; of: number }) => (
  <span
    role="img"
    aria-label={`${done} of ${of} done`}
    className={ring}
    style={{ '--part': `${(done / of) * 100}%` } as CSSProperties}
  >
    <span aria-hidden="true" className={hole}>{`${done}/${of}`}</span>
  </span>
)

/** The same on phones: a bar for each. */
export const StepBars = ({ standings, current }: Omit<StepsProps, 'steps'>) => (
  <div
    role="img"
    aria-label={`${standings.filter(({ state }) => state === 'done').length} of ${standings.length} done`}
    className={bars}
  >
    {standings.map(({ id, state }) => (
      <i key={id} data-state={state} data-here={id === current || undefined} />
    ))}
  </div>
)

const list = css({ layerStyle: 'card', overflow: 'clip', alignSelf: 'start' })
const row = css({
  row: '3',
  minHeight: '3.75rem',
  padding: '2.5',
  paddingInline: '3.5',
  color: 'ink',
  '& + &': { borderTop: '1px solid {colors.line}' },
  '&[data-state=skipped] b': { color: 'muted' },
  _hover: { background: 'soft' },
  _current: { background: 'primary.soft', '& b': { color: 'primary' } },
})
const disc = css({
  center: true,
  flex: 'none',
  boxSize: '6',
  borderRadius: 'full',
  border: '2px solid {colors.line}',
  textStyle: 'caption',
  fontWeight: 'section',
  color: 'muted',
  '[data-state=done] > &': { background: 'done', borderColor: 'done', color: 'card' },
  '[data-state=open][aria-current] > &': { background: 'primary', borderColor: 'primary', color: 'primary.ink' },
})
const ring = css({
  center: true,
  flex: 'none',
  display: { base: 'none', lg: 'grid' },
  boxSize: '14',
  borderRadius: 'full',
  background: 'conic-gradient({colors.primary} var(--part), {colors.line} 0)',
})
const hole = css({
  center: true,
  boxSize: '11',
  borderRadius: 'full',
  background: 'paper',
  fontSize: 'control',
  letterSpacing: '0',
})
const bars = css({
  display: 'grid',
  flex: '1',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: '1',
  '& > i': { height: '1', borderRadius: 'full', background: 'line' },
  '& > [data-state=done]': { background: 'done' },
  '& > [data-state=skipped]': { background: 'faint' },
  '& > [data-here]': { background: 'primary' },
})

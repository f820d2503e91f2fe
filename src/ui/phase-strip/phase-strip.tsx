import { css } from '#css/css'

const root = css({ display: 'inline-flex', alignItems: 'center', gap: '2.5', minWidth: '0' })
const strip = css({
  display: 'flex',
  gap: '0.5',
  flex: 'none',
  width: '5.25rem',
  height: '2',
  '& > i': { borderRadius: 'xs', minWidth: '1' },
})
const name = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })

/** One phase of a job: its colour and its share of the whole. */
export interface PhaseShare {
  name: string
  color: string
  share?: number
}

/** A job's phases so far as a strip of their own colours, named by the one it is in. */
export const PhaseStrip = ({ phases, current }: { phases: readonly PhaseShare[]; current?: string }) => (
  <span className={root}>
    <span className={strip} aria-hidden>
      {phases.map((phase) => (
        <i key={phase.name} style={{ background: phase.color, flex: phase.share ?? 1 }} />
      ))}
    </span>
    <span className={name}>{current ?? phases.at(-1)?.name ?? 'No phase'}</span>
  </span>
)

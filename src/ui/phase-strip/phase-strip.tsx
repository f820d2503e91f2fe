import { css } from '#css/css'

const root = css({ inlineRow: '2.5', minWidth: '0' })
const strip = css({
  display: 'flex',
  gap: '0.5',
  flex: 'none',
  width: '5.25rem',
  height: '2',
  '& > i': { borderRadius: 'xs', minWidth: '1' },
})
const name = css({ truncate: true })

/** A phase of a project with its colour and share of the whole. */
export interface PhaseShare {
  name: string
  color: string
  share?: number
}

/** A project's phases as a coloured strip, labelled by the current phase. */
export const PhaseStrip = ({
  phases,
  current,
}: {
  /** The phases in their order, each with its colour and share. */
  phases: readonly PhaseShare[]
  /** The name of the phase it is in; without one, the last. */
  current?: string
}) => (
  <span className={root}>
    <span className={strip} aria-hidden>
      {phases.map((phase) => (
        <i key={phase.name} style={{ background: phase.color, flex: phase.share ?? 1 }} />
      ))}
    </span>
    <span className={name}>{current ?? phases.at(-1)?.name ?? 'No phase'}</span>
  </span>
)

import { memo } from 'react'
import { css } from '#css/css'
import type { Progress } from '../../closing.ts'

/** How far a period is, in four steps that lead to their places on the page. */
export const CloseSteps = memo(({ people, hoursIn, exceptions, approved, exported }: Progress) => {
  const steps = [
    { label: 'Hours in', text: `${hoursIn} of ${people} people`, to: 'exceptions', isDone: hoursIn === people },
    {
      label: 'Exceptions',
      text: exceptions ? `${exceptions} left` : 'None left',
      to: 'exceptions',
      isDone: !exceptions,
    },
    { label: 'Approved', text: `${approved} of ${people}`, to: 'crews', isDone: approved === people },
    { label: 'Exported', text: `${exported} of ${people}`, to: 'export', isDone: exported === people },
  ]
  const now = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol className={list} aria-label="Steps">
      {steps.map(({ label, text, to, isDone }, at) => (
        <li key={label} className={css({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: '0' })}>
          <button
            type="button"
            className={step}
            aria-current={at === now ? 'step' : undefined}
            onClick={() => document.getElementById(to)?.scrollIntoView({ block: 'start' })}
          >
            <span className={number} data-done={isDone || undefined} aria-hidden>
              {at + 1}
            </span>
            <span className={css({ minWidth: '0' })}>
              <b className={css({ display: 'block' })}>{label}</b>
              <span className={css({ textStyle: 'note' })}>{text}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
})

const list = css({
  display: 'grid',
  // As many beside each other as there is room for words of their size.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))',
  layerStyle: 'card',
  overflow: 'hidden',
})
const step = css({
  row: '3',
  padding: '3',
  textAlign: 'start',
  cursor: 'pointer',
  borderBottom: '3px solid transparent',
  '&[aria-current]': { borderColor: 'primary' },
  _hover: { background: 'soft' },
})
const number = css({
  flex: 'none',
  center: true,
  boxSize: '7',
  borderRadius: 'full',
  background: 'soft',
  color: 'muted',
  fontWeight: 'strong',
  '[aria-current] > &': { background: 'primary', color: 'primary.ink' },
  '&[data-done]': { background: 'done.soft', color: 'done' },
})

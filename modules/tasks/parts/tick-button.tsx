import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { tasks, type Task } from '../entities.ts'

/** The round box that completes or reopens a task with one tap. @useSignals */
export const TickButton = ({ task, disabled }: { task: Task; disabled: boolean }) => {
  const { steps, busy, asked } = useSteps(tasks, task)
  const [step] = steps
  const isDone = task.completed_at !== null
  return (
    <>
      <button
        type="button"
        className={round}
        role="checkbox"
        aria-checked={isDone}
        aria-label={`Done: ${task.title}`}
        disabled={disabled || busy || !step}
        onClick={step?.take}
      >
        <span className={circle}>{isDone && <Icon name="check" size="sm" />}</span>
      </button>
      {asked}
    </>
  )
}

const round = css({
  position: 'relative',
  zIndex: '1',
  center: true,
  width: { base: '6', _coarse: 'touch' },
  height: { base: '6', _coarse: 'touch' },
  cursor: 'pointer',
  _disabled: { cursor: 'default', opacity: 0.6 },
})
const circle = css({
  center: true,
  boxSize: '1.375rem',
  border: '1.5px solid {colors.faint}',
  borderRadius: 'full',
  '[aria-checked=true] > &': { background: 'done', borderColor: 'done', color: 'card' },
})

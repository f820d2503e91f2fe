import { useState, type ReactNode } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { tasks, type Task } from '../entities.ts'
import { openLinesQuestion } from './labels.ts'

/**
 * Completes and reopens a task. Completing one with open lines is asked about; what was completed can be undone as long as
 * its message shows, which is five seconds. Render `question`. @useSignals
 */
export function useTaskSteps(task: Task): {
  toggle: () => void
  busy: boolean
  question: ReactNode
} {
  const { api } = useServices()
  const report = useOutcome()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const resource = api(tasks, { project_id: task.project_id })
  async function reopen() {
    report(await resource.act(task.id, 'reopen'), 'Task reopened.')
  }
  async function complete() {
    setAsking(false)
    setBusy(true)
    const result = await resource.act(task.id, 'complete')
    setBusy(false)
    report(result, 'Task completed.')
  }
  const message = openLinesQuestion(task)
  return {
    busy,
    toggle: () => {
      if (task.completed_at !== null) void reopen()
      else if (message === null) void complete()
      else setAsking(true)
    },
    question: (
      <ConfirmDialog
        open={asking && message !== null}
        title="Complete this task?"
        message={message}
        confirm="Complete anyway"
        onCancel={() => setAsking(false)}
        onConfirm={() => void complete()}
      />
    ),
  }
}

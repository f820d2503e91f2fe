import { formatClock } from '#lib/moments.ts'
import { useContext } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { useServices } from '../services/services.tsx'
import { SaveStatusContext } from './use-autosave.ts'

const device = () => (matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer')

/** Says whether what was typed is saved, on this device only, or could not be saved. @useSignals */
export const SaveNote = () => {
  const { writes } = useServices()
  const status = useContext(SaveStatusContext)
  const state = status?.state.value
  const waiting = writes.items.value.some((item) => item.state !== 'refused')
  if (!status || !state) return null
  if (state.is === 'failed')
    return (
      <span role="alert" className={failed}>
        Could not be saved: {state.message}
        <Button size="sm" variant="outline" onClick={() => void status.flush()}>
          Try again
        </Button>
      </span>
    )
  const words =
    state.is === 'saving'
      ? 'Saving …'
      : waiting
        ? `On this ${device()}, sending when online`
        : state.is === 'saved'
          ? `Saved ${formatClock(state.at)}`
          : null
  return (
    <span role="status" className={css({ textStyle: 'note', _empty: { display: 'none' } })}>
      {words}
    </span>
  )
}

const failed = css({ wrap: '2', textStyle: 'small', color: 'attention', fontWeight: 'strong' })

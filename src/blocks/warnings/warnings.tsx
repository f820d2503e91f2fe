import { lazy } from 'react'
import { createQuestions, type Questions } from '#core/resource/warnings.ts'
import { Optional } from '../slot-outlet/optional.tsx'
import { useServices } from '../services/services.tsx'

const load = () => import('./warnings-dialog.tsx')
const WarningsDialog = lazy(load)

/** Questions about warnings, answered in the dialog that `Warnings` shows. */
export const createWarnings = (): Questions => createQuestions(load)

/** Shows the warnings that a save anywhere in the app has met, above whatever dialog it came from. */
export const Warnings = () => {
  const { warnings } = useServices()
  const question = warnings.current.value
  return <Optional>{question && <WarningsDialog question={question} />}</Optional>
}

import { lazy } from 'react'
import { createQuestions, type Questions } from '#core/resource/warnings.ts'
import { Optional } from '../slot-outlet/optional.tsx'
import { useServices } from '../services/services.tsx'

const load = () => import('./warnings-dialog.tsx')
const WarningsDialog = lazy(load)

/** Creates the queue of warnings that the `Warnings` component shows. */
export const createWarnings = (): Questions => createQuestions(load)

/** Shows the warnings of any save in the app, above open dialogs. */
export const Warnings = () => {
  const { warnings } = useServices()
  const question = warnings.current.value
  return <Optional>{question && <WarningsDialog question={question} />}</Optional>
}

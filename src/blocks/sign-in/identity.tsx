import { lazy } from 'react'
import { asked } from '#core/session/is-it-you.ts'
import { Optional } from '../slot-outlet/optional.tsx'

const IdentityDialog = lazy(() => import('./identity-dialog.tsx'))

/** Asks who is signed in to show that it is them, above open dialogs, when a request needs it. @useSignals */
export const Identity = () => {
  const question = asked.value
  return <Optional>{question && <IdentityDialog onAnswer={question.answer} />}</Optional>
}

import { useState } from 'react'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { Offered } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { users, type User } from '../entities.ts'

/** Turns off the authenticator app of a person who lost their phone, after a question. */
export const TurnOffAuthenticator = ({ person }: { person: User }) => {
  const { api } = useServices()
  const report = useOutcome()
  const [isAsking, setAsking] = useState(false)
  const [busy, during] = useBusy()
  async function turnOff() {
    const result = await during(api(users).act(person.id, 'turn_off_authenticator'))
    setAsking(false)
    report(result, 'The authenticator app is turned off.')
  }
  return (
    <Offered entity={users} verb="turn_off_authenticator">
      <Button variant="outline" icon="smartphone" onClick={() => setAsking(true)}>
        Turn off authenticator
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title="Turn off the authenticator app?"
        message={`${person.name} signs in with the password alone then, and is told by mail. Make sure that it is them who ask.`}
        confirm="Turn off"
        loading={busy}
        onConfirm={() => void turnOff()}
        onCancel={() => setAsking(false)}
      />
    </Offered>
  )
}

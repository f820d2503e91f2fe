import { useEffect, useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { browserName } from '#lib/browser-name.ts'
import { Button } from '#ui/button/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { pushDevices, type PushDevice } from '../entities.ts'
import { addressesBefore, stateHere, subscribeHere, unsubscribeHere, type Obstacle } from './this-browser.ts'
import { reachLine } from './reach-line.ts'

const obstacles: Record<Obstacle, string> = {
  iphone: 'On an iPhone or iPad, put the app on the home screen first (Install App in your menu), and open it there.',
  blocked: 'This browser blocks notifications of this page. Allow them in its settings.',
  'none here': 'This browser shows no push messages.',
}

/** The browsers that take push messages for one, and the switch for this one (rule notification-choice). @useSignals */
interface PushDevicesProps {
  readonly devices: readonly PushDevice[]
  /** Asks for the devices again. */
  readonly ask: () => unknown
}

export const PushDevices = ({ devices, ask }: PushDevicesProps) => {
  const { api, settings } = useServices()
  const report = useOutcome()
  const key = settings.value.push_key
  const [here, setHere] = useState<Awaited<ReturnType<typeof stateHere>> | null>(null)
  useEffect(() => {
    void stateHere().then(setHere)
  }, [])
  if (key === null || !here) return null
  const isHere = ({ endpoint }: PushDevice) => endpoint === here.endpoint
  async function turnOn(serverKey: string) {
    try {
      const made = await subscribeHere(serverKey)
      if (made) {
        const name = browserName(navigator.userAgent)
        report(await api(pushDevices).actOnAll('subscribe', { ...made, name }), 'You get push messages here.')
        const earlier = addressesBefore(made.endpoint)
        for (const { id, endpoint } of devices) if (earlier.includes(endpoint)) await api(pushDevices).remove(id)
      }
    } catch {
      toast.error('The browser’s push service did not answer. Try again with a connection.')
    }
    setHere(await stateHere())
    ask()
  }
  async function turnOff(device: PushDevice) {
    const gone = await api(pushDevices).remove(device.id)
    if (gone.ok && isHere(device)) await unsubscribeHere()
    report(gone, `No more push messages to ${device.name}.`)
    setHere(await stateHere())
  }
  return (
    <section aria-labelledby="push-devices" className={css({ stack: '2' })}>
      <h3 id="push-devices" className={css({ textStyle: 'section' })}>
        Push messages
      </h3>
      <ul>
        {devices.map((device) => (
          <li key={device.id} className={reachLine}>
            <span className={css({ flex: '1 1 10rem', minWidth: '0' })}>
              <b>{device.name}</b>
              {isHere(device) && <span className={css({ display: 'block', textStyle: 'note' })}>This device</span>}
            </span>
            <Button
              size="sm"
              variant="outline"
              aria-label={`Turn off ${device.name}`}
              onClick={() => void turnOff(device)}
            >
              Turn off
            </Button>
          </li>
        ))}
      </ul>
      {here.obstacle ? (
        <p className={css({ textStyle: 'note' })}>{obstacles[here.obstacle]}</p>
      ) : (
        !devices.some(isHere) && (
          <span>
            <Button size="sm" variant="outline" icon="bell" onClick={() => void turnOn(key)}>
              Turn on for this device
            </Button>
          </span>
        )
      )}
    </section>
  )
}

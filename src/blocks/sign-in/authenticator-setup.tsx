import { useEffect, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { css } from '#css/css'
import { messageOf } from '#core/resource/messages.ts'
import type { Failure } from '#core/resource/result.ts'
import { isObject } from '#lib/is-object.ts'
import { Button } from '#ui/button/button.tsx'
import { useBusy } from '../failure/use-busy.ts'
import { usePublicServices } from '../services/services.tsx'
import { CodeField } from './code-field.tsx'
import { askForCodes } from './methods.ts'

interface Begun {
  readonly secret: string
  readonly url: string
}
const asBegun = (body: unknown): Begun | undefined =>
  isObject(body) && typeof body.secret === 'string' && typeof body.url === 'string'
    ? { secret: body.secret, url: body.url }
    : undefined

/** A code that phones scan, in black on white in either theme: not all of them read it the other way round. */
const Scannable = ({ text }: { text: string }) => {
  const { data, size } = useMemo(() => encode(text, { border: 2 }), [text])
  const path = data.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg role="img" aria-label="Code to scan with the app" viewBox={`0 0 ${size} ${size}`} className={scannable}>
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** Turns an authenticator app on: a code to scan, and six digits to enter. */
export default function AuthenticatorSetup({
  onDone,
  onClose,
}: {
  /** Called with the recovery codes, which are told this once. */
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const { session } = usePublicServices()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, during] = useBusy()
  useEffect(() => {
    void session
      .request('/user/two-factor-authentication', { method: 'POST', body: {} }, asBegun)
      .then((result) => (result.ok ? setBegun(result.data) : setFailure(result)))
  }, [session])
  async function confirm(whole: string) {
    const result = await during(askForCodes(session, '/user/confirmed-two-factor-authentication', { code: whole }))
    if (result.ok) return onDone(result.data)
    setFailure(result)
  }
  const error = failure && messageOf(failure)
  return (
    <div className={place}>
      {begun && <Scannable text={begun.url} />}
      <div className={css({ stack: '3', flex: '1 1 16rem', minWidth: '0' })}>
        <h3 className={css({ fontWeight: 'strong' })}>Add the app</h3>
        {begun ? (
          <>
            <p className={css({ color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' })}>
              Scan with any authenticator app, or type{' '}
              <b className={css({ color: 'ink' })}>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</b>. Then enter the
              six digits it shows.
            </p>
            <CodeField label="Code of the app" error={error} disabled={busy} onComplete={confirm} />
          </>
        ) : (
          error !== null && <p role="alert">{error}</p>
        )}
        <div>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </div>
  )
}

const place = css({ wrap: '4', padding: '4', background: 'soft', alignItems: 'flex-start' })
const scannable = css({ flex: 'none', width: '8.5rem', height: '8.5rem', background: '#fff', borderRadius: 'md' })

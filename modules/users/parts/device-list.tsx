import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { css } from '#css/css'
import { formatDone, formatRecent } from '#lib/moments.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { users, type Device } from '../entities.ts'

const dependsOn = [users]
/** Milliseconds since its last use during which a device counts as active: it is noted every five minutes. */
const ACTIVE = 6 * 60_000
/** Days without use after which it looks forgotten. */
const FORGOTTEN = 14

/** When a device was used, highlighted where that is long ago. */
const Used = ({ at }: { at: string }) => {
  const since = Date.now() - Date.parse(at)
  const days = Math.floor(since / 86_400_000)
  if (since < ACTIVE) return 'Active now'
  return days < FORGOTTEN ? (
    formatRecent(at)
  ) : (
    <b className={css({ color: 'attention', fontWeight: 'strong' })}>{days} days ago</b>
  )
}

/** Where a person is signed in, and the way out there, which needs no question. */
export const DeviceList = ({ person, isOwn }: { person: Id; isOwn: boolean }) => {
  const { api } = useServices()
  const [ending, setEnding] = useState<string | null>(null)
  const { data, failure, retry } = useAsked(
    () => api(users).ask<Device[]>('devices', { user_id: person }),
    `devices of ${person}`,
    dependsOn,
  )
  async function end(device?: string) {
    setEnding(device ?? 'others')
    const result = await api(users).actOnAll('sign_out_devices', { user_id: person, ...(device && { device }) })
    setEnding(null)
    if (!result.ok) return toastFailure(result)
    retry()
  }
  if (!data) return failure && <NotLoaded failure={failure} retry={retry} />
  const others = data.filter(({ current }) => !current)
  return (
    <Card flush role="region" aria-label="Devices">
      <div className={head}>
        <div className={css({ flex: '1 1 10rem' })}>
          <h2 className={css({ textStyle: 'section' })}>{isOwn ? 'Where you are signed in' : 'Signed in'}</h2>
          <p className={css({ textStyle: 'small', color: 'muted' })}>
            {data.length === 0 ? 'Nowhere' : data.length === 1 ? '1 device' : `${data.length} devices`}
          </p>
        </div>
        {others.length > 0 && (
          <Button variant="outline" loading={ending === 'others'} onClick={() => void end()}>
            {isOwn ? 'Sign out everywhere else' : 'Sign out everywhere'}
          </Button>
        )}
      </div>
      <ul>
        {data.map(({ id, name, address, created_at, seen_at, current }) => (
          <li key={id} className={row}>
            <span className={css({ flex: 'none', color: 'muted' })}>
              <Icon name={/iPhone|Android/.test(name ?? '') ? 'smartphone' : 'monitor'} />
            </span>
            <span className={css({ flex: '1 1 9rem', minWidth: '0', overflowWrap: 'anywhere' })}>
              <span className={css({ wrap: '2' })}>
                <b className={css({ fontWeight: 'strong' })}>{name ?? 'Unknown browser'}</b>
                {current && <Tag tone="done">This device</Tag>}
              </span>
              <small className={css({ display: 'block', textStyle: 'small', color: 'muted' })}>
                <Used at={seen_at} />
                {address !== null && ` · ${address}`}
                {` · since ${formatDone(created_at)}`}
              </small>
            </span>
            {!current && (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Sign out ${name ?? 'unknown browser'}`}
                loading={ending === id}
                onClick={() => void end(id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const head = css({ wrap: '2', padding: '4', paddingBlock: '3' })
const row = css({
  wrap: '3',
  minHeight: 'row',
  paddingInline: '4',
  paddingBlock: '2',
  borderTop: '1px solid {colors.line}',
})

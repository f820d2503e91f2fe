import type { AccountEvent } from '#blocks/sign-in/methods.ts'
import { css } from '#css/css'
import { formatRecent } from '#lib/moments.ts'
import { Card } from '#ui/card/card.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { isFailure, wordsOf } from './event-words.ts'

const placeOf = ({ browser, address }: AccountEvent) => [browser, address].filter((part) => part !== null).join(' · ')

/** The last ten things that happened to one's account: sign-ins, wrong passwords, and changes of how one signs in. */
export const LatelyCard = ({ events }: { events: readonly AccountEvent[] }) => (
  <Card flush role="region" aria-label="Lately">
    <h2 className={css({ textStyle: 'section', padding: '4', paddingBlock: '3' })}>Lately</h2>
    <ul>
      {events.map((one) => (
        <li key={`${one.at} ${one.event}`} className={row}>
          <span className={css({ flex: 'none', color: isFailure(one) ? 'attention' : 'muted' })}>
            <Icon
              name={isFailure(one) ? 'triangle-alert' : one.event.startsWith('signed in') ? 'log-in' : 'key-round'}
            />
          </span>
          <span className={css({ flex: '1 1 10rem', minWidth: '0', overflowWrap: 'anywhere' })}>
            <span className={css(isFailure(one) ? { color: 'attention', fontWeight: 'strong' } : {})}>
              {wordsOf(one)}
            </span>
            {placeOf(one) && (
              <small className={css({ display: 'block', textStyle: 'small', color: 'muted' })}>{placeOf(one)}</small>
            )}
          </span>
          <span className={css({ textStyle: 'small', color: 'muted' })}>{formatRecent(one.at)}</span>
        </li>
      ))}
    </ul>
  </Card>
)

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  paddingInline: '4',
  paddingBlock: '2.5',
  borderTop: '1px solid {colors.line}',
})

import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { ActionOf } from '#core/entity/entity.ts'
import { addDays, formatDay, type Day } from '#lib/days.ts'
import { formatDone, formatRecent } from '#lib/moments.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { shareLinks, USUAL_DAYS, type ShareLink } from '../entities.ts'

type State = readonly [words: string, tone: 'done' | 'attention' | 'muted']

/** What became of a link, in words. */
export function stateOf(link: ShareLink, today: Day): State {
  const { ended_at, until, opens, seen_at, confirmed_at, changed_at } = link
  const times = `opened ${opens} ${opens === 1 ? 'time' : 'times'}`
  if (ended_at !== null) return [`Ended ${formatDone(ended_at)} · ${times}`, 'muted']
  if (until < today) return [`Ended ${formatDay(until)} · ${times}`, 'muted']
  if (seen_at === null) return ['Not opened yet', 'muted']
  const since = changed_at ?? ''
  if (confirmed_at !== null && confirmed_at >= since)
    return [`Confirmed what is current, ${formatRecent(confirmed_at)}`, 'done']
  return seen_at >= since
    ? [`Opened ${formatRecent(seen_at)}`, 'done']
    : [`Opened ${formatDone(seen_at)}, not since it changed`, 'attention']
}

interface LinksOutProps {
  readonly links: readonly ShareLink[]
  /** Called when a link gets a new address, because the address can be shown only once. */
  readonly onMade: (link: ShareLink) => void
}

/** The links to something that are out, and who opened one last. @useSignals */
export const LinksOut = ({ links, onMade }: LinksOutProps) => {
  const today = useToday()
  const [last] = links.toSorted((a, b) => (b.seen_at ?? '').localeCompare(a.seen_at ?? ''))
  if (!last) return null
  return (
    <section aria-label="Links out">
      <h3 className={css({ padding: '2', background: 'soft' })}>
        <b>Links out {links.length}</b>
        {last.seen_at !== null && ` · last opened by ${last.user_name}, ${formatRecent(last.seen_at)}`}
      </h3>
      <ul>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} today={today} onMade={onMade} />
        ))}
      </ul>
    </section>
  )
}

interface LinkRowProps {
  readonly link: ShareLink
  /** What it opens, where links to several things stand together. */
  readonly about?: string
  readonly today: Day
  readonly onMade: (link: ShareLink) => void
}

/** A link that is out, and what can be done with it. @useSignals */
export const LinkRow = ({ link, about, today, onMade }: LinkRowProps) => {
  const resource = useResource(shareLinks)
  const report = useOutcome()
  const isOver = link.ended_at !== null || link.until < today
  const [words, tone] = stateOf(link, today)
  async function act(action: ActionOf<typeof shareLinks>, said: string, body: object = {}) {
    const result = await resource.act(link.id, action, body)
    if (report(result, said) && result.ok && result.data.plain) onMade(result.data)
  }
  const renew: MenuItem = {
    label: 'Renew',
    icon: 'rotate-cw',
    onSelect: () => void act('renew', 'The link opens again.', { until: addDays(today, USUAL_DAYS) }),
  }
  const open: MenuItem[] = [
    ...(link.mailable
      ? [{ label: 'Nudge by mail', icon: 'send', onSelect: () => void act('nudge', 'Mailed again.') }]
      : []),
    {
      label: 'Make another address',
      icon: 'link',
      onSelect: () => void act('copy', 'The address is made. Copy it now.'),
    },
    { label: 'End link', icon: 'x', danger: true, onSelect: () => void act('end', 'The link has ended.') },
  ]
  return (
    <li className={row}>
      <span className={css({ flex: '1 1 9rem', minWidth: '0', display: 'grid', overflowWrap: 'anywhere' })}>
        <b>{link.user_name}</b>
        {about !== undefined && <span>{about}</span>}
        <span className={tones[tone]}>{words}</span>
      </span>
      <span className={css({ row: '2' })}>
        {!isOver && <span className={css({ color: 'muted' })}>until {formatDay(link.until)}</span>}
        <Menu
          label={`Link for ${link.user_name}`}
          trigger={<IconButton icon="ellipsis" aria-label={`More for ${link.user_name}`} />}
          items={isOver ? [renew] : [renew, ...open]}
        />
      </span>
    </li>
  )
}

const row = css({ wrap: '2', paddingBlock: '1.5', '& + &': { borderTop: '1px solid {colors.line}' } })
const tones = {
  done: css({ color: 'done' }),
  attention: css({ color: 'attention' }),
  muted: css({ color: 'muted' }),
}

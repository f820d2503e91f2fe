import { css } from '#css/css'
import { dayIn } from '#lib/days.ts'
import { dueText } from '#lib/due.ts'
import { deviceZone, formatDone } from '#lib/moments.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Picture } from '#ui/picture/picture.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { AnswerForm } from './answer-form.tsx'
import { addressIn, isNew, type Shared } from './shared-data.ts'
import type { SharedItem } from './shared-items.ts'

interface ShareItemsProps {
  readonly shared: Shared
  readonly items: readonly SharedItem[]
  readonly onSent: () => Promise<void>
}

/** The work items of a link: one is open, and of several each opens by a press. */
export const ShareItems = ({ shared, items, onSent }: ShareItemsProps) =>
  shared.items.length === 1
    ? items.map((item) => (
        <section key={item.id} aria-label={item.name} className={css({ padding: '4', stack: '3' })}>
          <Head item={item} since={shared.page.since} />
          <Body item={item} shared={shared} onSent={onSent} />
        </section>
      ))
    : items.map((item) => (
        <details key={item.id} name="item" className={css({ borderBottom: '1px solid {colors.line}' })}>
          <summary className={summary}>
            <Head item={item} since={shared.page.since} />
          </summary>
          <div className={css({ padding: '4', paddingTop: '0', stack: '3' })}>
            <Body item={item} shared={shared} onSent={onSent} />
          </div>
        </details>
      ))

const Head = ({ item, since }: { item: SharedItem; since: string | null }) => (
  <span className={css({ display: 'grid', gap: '1', flex: '1', minWidth: '0', overflowWrap: 'anywhere' })}>
    <span className={css({ wrap: '2' })}>
      <span className={css({ color: 'muted', fontWeight: 'strong' })}>{item.name}</span>
      {item.state && <Tag tone={toneOf(item.state.tone)}>{item.state.label}</Tag>}
      {isNew(item, since) && (
        <Tag tone="primary" small>
          New
        </Tag>
      )}
    </span>
    <b className={css({ fontSize: 'lg' })}>{item.title}</b>
    <span className={css({ color: 'muted' })}>
      {[dueText(item.due, dayIn(deviceZone)), ...item.facts].filter(Boolean).join(' · ')}
    </span>
  </span>
)

const Body = ({ item, shared, onSent }: { item: SharedItem; shared: Shared; onSent: ShareItemsProps['onSent'] }) => {
  const { page, files } = shared
  const own = files.filter((file) => file.item === item.id)
  const done = item.mayDo ? (page.kind?.done ?? null) : null
  return (
    <>
      {item.text && <p className={prose}>{item.text}</p>}
      {item.lines.length > 0 && (
        <ul>
          {item.lines.map((line, at) => (
            <li key={`${at} ${line.text}`} className={css({ row: '2', minHeight: '8', overflowWrap: 'anywhere' })}>
              {line.isDone !== null && (
                <Icon name={line.isDone ? 'circle-check' : 'circle'} label={line.isDone ? 'Done' : 'Open'} />
              )}
              {line.text}
            </li>
          ))}
        </ul>
      )}
      {own.length > 0 && (
        <ul className={photos}>
          {own.map(({ id, name, title, file, thumb }) => (
            <li key={id}>
              <a href={file} target="_blank" rel="noreferrer" aria-label={title || name} className={photo}>
                {thumb ? <Picture src={thumb} className={picture} /> : <Icon name="file-text" />}
                {!thumb && <span className={css({ textStyle: 'small', overflowWrap: 'anywhere' })}>{name}</span>}
              </a>
            </li>
          ))}
        </ul>
      )}
      {item.messages.map(({ id, by, at, text }) => (
        <article key={id} aria-label={by} className={css({ borderTop: '1px solid {colors.line}', paddingTop: '2' })}>
          <b>{by}</b> <span className={css({ color: 'muted' })}>{formatDone(at)}</span>
          <p className={prose}>{text}</p>
        </article>
      ))}
      {page.answers && page.kind && (
        <AnswerForm at={addressIn(page, `${page.kind.path}/${item.id}`)} done={done} onSent={onSent} />
      )}
    </>
  )
}

const tones = ['primary', 'attention', 'done', 'neutral'] as const
const toneOf = (tone: string) => tones.find((one) => one === tone) ?? 'neutral'

const summary = css({
  display: 'flex',
  alignItems: 'center',
  minHeight: '16',
  paddingInline: '4',
  paddingBlock: '2',
  cursor: 'pointer',
  _hover: { background: 'soft' },
})
const prose = css({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
const photos = css({ display: 'grid', gap: '2', gridTemplateColumns: 'repeat(auto-fill, minmax(min(9rem, 45%), 1fr))' })
const photo = css({
  display: 'grid',
  placeItems: 'center',
  placeContent: 'center',
  aspectRatio: '4 / 3',
  padding: '1',
  border: '1px solid {colors.line}',
  borderRadius: 'md',
  overflow: 'hidden',
  color: 'muted',
})
const picture = css({ display: 'block', boxSize: 'full', objectFit: 'cover' })

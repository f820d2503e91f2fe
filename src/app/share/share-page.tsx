import { useEffect, useState } from 'react'
import { css, cx } from '#css/css'
import { formatDay } from '#lib/days.ts'
import { formatClock, formatDone } from '#lib/moments.ts'
import { textKey } from '#lib/text-key.ts'
import { Button, IconButton, LinkButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { Waiting } from '../shell/frame.tsx'
import { Mark } from '../shell/mark.tsx'
import { ShareItems } from './share-items.tsx'
import { ShareList } from './share-list.tsx'
import { isNew, type Shared } from './shared-data.ts'
import { useShare } from './use-share.ts'

interface SharePageProps {
  readonly token: string
  readonly onShown: () => void
}

const nounOf = ({ kind, noun }: Shared['page']) => kind?.noun ?? noun
const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const dayOf = (at: string) =>
  new Date(at).toDateString() === new Date().toDateString()
    ? `today, ${formatClock(at)}`
    : `${formatDone(at)}, ${formatClock(at)}`

/** What somebody sees by a share link, without an account (rule share-link). */
export default function SharePage({ token, onShown }: SharePageProps) {
  const share = useShare(token)
  const { opened } = share
  useEffect(() => void (opened && onShown()), [opened, onShown])
  if (!opened) return <Waiting />
  if ('problem' in opened)
    return (
      <main className={alone}>
        <Icon name={opened.isOver ? 'link' : 'cloud-off'} size="lg" />
        <h1 className={css({ textStyle: 'section', overflowWrap: 'anywhere' })}>{opened.problem}</h1>
        {!opened.isOver && (
          <Button variant="outline" icon="refresh-cw" onClick={() => void share.load()}>
            Try again
          </Button>
        )}
      </main>
    )
  return <Page shared={opened} share={share} />
}

const Page = ({ shared, share }: { shared: Shared; share: ReturnType<typeof useShare> }) => {
  const { page, files, items, isKept } = shared
  const noun = nounOf(page)
  const [sought, setSought] = useState('')
  const title = `${page.project_number} ${page.project_name}`
  useEffect(() => void (document.title = `${page.title}, ${title}`), [page.title, title])
  const wanted = textKey(sought).split(' ')
  const has = (...texts: readonly string[]) => wanted.every((word) => textKey(texts.join(' ')).includes(word))
  const found = files.filter((file) => file.item === undefined && has(file.name, file.title, file.place))
  const foundItems = items.filter((item) => has(item.name, item.title, ...item.facts))
  const count = page.kind ? items.length : files.length
  const isConfirmed =
    page.confirmed_at !== null && files.every(({ at }) => at === null || at <= (page.confirmed_at ?? ''))
  return (
    <div className={whole}>
      <header className={bar}>
        <span className={mark}>
          <Mark className={css({ height: '5' })} />
        </span>
        <b className={css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' })}>{page.company}</b>
        {page.phone && (
          <LinkButton variant="ghost" icon="phone" href={`tel:+${page.phone}`} aria-label={`Call ${page.maker}`} />
        )}
      </header>
      <div className={head}>
        <span className={css({ color: 'muted' })}>{page.project_number}</span>
        <h1 className={css({ textStyle: 'title', overflowWrap: 'anywhere' })}>{page.project_name}</h1>
        <span className={css({ color: 'muted', overflowWrap: 'anywhere' })}>
          {page.title}, {count > 1 && `${countOf(count, page.kind ? 'item' : noun)}, `}shared by {page.maker}
        </span>
      </div>
      <Strip shared={shared} old={share.old} noun={noun} />
      <main id="content" className={css({ flex: '1' })}>
        {count > 1 && (
          <div className={search}>
            <TextInput
              type="search"
              value={sought}
              onChange={setSought}
              aria-label={`Find a ${noun}`}
              placeholder={page.noun === 'file' ? 'Name of a file' : 'Number or words'}
            />
          </div>
        )}
        <ShareList files={found} since={page.since} held={share.held} />
        <ShareItems shared={shared} items={foundItems} onSent={share.load} />
        {!found.length && !foundItems.length && (
          <p className={none}>{count ? `No ${noun} is called so.` : 'There is nothing here at the moment.'}</p>
        )}
        <p className={css({ padding: '4', color: 'muted', textAlign: 'center', textStyle: 'small' })}>
          {page.recipient
            ? `For ${page.recipient}, until ${formatDay(page.until)}. ${page.maker} sees that you opened it.`
            : `A poster of ${page.company}, until ${formatDay(page.until)}.`}
        </p>
      </main>
      {(files.length > 0 || page.asks) && (
        <footer className={foot}>
          {files.length > 0 && (
            <Keep share={share} what={`${page.kind ? 'file' : noun}s`} alone={!page.asks} isKept={isKept} />
          )}
          {page.asks && (
            <Button
              icon="check"
              size="lg"
              loading={share.busy === 'confirm'}
              disabled={isKept || isConfirmed}
              onClick={() => void share.confirm()}
            >
              {isConfirmed ? 'You have the current set' : 'I have the current set'}
            </Button>
          )}
        </footer>
      )}
    </div>
  )
}

interface KeepProps {
  readonly share: ReturnType<typeof useShare>
  readonly what: string
  /** Whether there is room for words. */
  readonly alone: boolean
  readonly isKept: boolean
}

/** Keeps all files on this device. */
const Keep = ({ share, what, alone, isKept }: KeepProps) => {
  const shared = {
    icon: 'download',
    variant: 'outline',
    size: 'lg',
    'aria-label': `Keep all ${what} on this device`,
    loading: share.busy === 'keep',
    disabled: isKept,
    onClick: () => void share.keep(),
  } as const
  return alone ? <Button {...shared}>Keep on this device</Button> : <IconButton {...shared} />
}

/** Whether what is shown, and what this device has, is what holds now. */
const Strip = ({
  shared: { page, files, items, isKept },
  old,
  noun,
}: {
  shared: Shared
  old: number
  noun: string
}) => {
  const news = (page.kind ? items : files).filter((one) => isNew(one, page.since)).length
  const isOld = isKept || old > 0
  return (
    <div role="status" className={cx(strip, isOld ? orange : green)}>
      <Icon name={isOld ? 'triangle-alert' : 'circle-check'} />
      <span className={css({ display: 'grid', minWidth: '0' })}>
        <b>
          {isKept ? 'As it was' : 'Current as of'} {dayOf(page.as_of)}
        </b>
        {isKept && <span>No connection. Newer {noun}s may be out.</span>}
        {!isKept && old > 0 && <span>{countOf(old, noun)} on this device superseded. Keep them again.</span>}
        {!isKept && news > 0 && page.since !== null && (
          <span>
            {countOf(news, noun)} new since {formatDone(page.since)}
          </span>
        )}
      </span>
    </div>
  )
}

const whole = css({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100dvh',
  maxWidth: '48rem',
  marginInline: 'auto',
  background: 'card',
})
const bar = css({ row: '3', paddingInline: '4', minHeight: 'bar.phone', borderBottom: '1px solid {colors.line}' })
const mark = css({
  display: 'grid',
  placeItems: 'center',
  boxSize: '8',
  flex: 'none',
  borderRadius: 'md',
  background: 'frame',
  color: 'mark',
})
const head = css({ display: 'grid', paddingInline: '4', paddingBlock: '3' })
const strip = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  paddingInline: '4',
  paddingBlock: '2.5',
  overflowWrap: 'anywhere',
})
const green = css({ background: 'done.soft', color: 'done' })
const orange = css({ background: 'attention.soft', color: 'attention' })
const search = css({ padding: '3', background: 'soft', borderBottom: '1px solid {colors.line}' })
const none = css({ padding: '6', color: 'muted', textAlign: 'center' })
const foot = css({
  position: 'sticky',
  bottom: '0',
  wrap: '2',
  padding: '3',
  background: 'card',
  borderTop: '1px solid {colors.line}',
  // Where text is large, what is read comes first.
  '@media (max-height: 30rem)': { position: 'static' },
  // Words that do not fit beside the other button get a row of their own, and two lines.
  '& > :last-child': { flex: '1 1 12rem', minWidth: '0', whiteSpace: 'normal', height: 'auto', minHeight: 'touch' },
})
const alone = css({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: '4',
  minHeight: '100dvh',
  padding: '6',
  textAlign: 'center',
  color: 'muted',
})

import { css } from '#css/css'
import { formatDone } from '#lib/moments.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Picture } from '#ui/picture/picture.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { isHeld, isNew, type SharedFile } from './shared-data.ts'

interface ShareListProps {
  readonly files: readonly SharedFile[]
  /** The opening before this one: what changed since is new. */
  readonly since: string | null
  readonly held: ReadonlySet<string>
}

/** The sheets or files of a link, each of which opens its PDF. */
export const ShareList = ({ files, since, held }: ShareListProps) =>
  [...Map.groupBy(files, ({ place }) => place)].map(([place, some]) => (
    <section key={place} aria-label={place || 'Sheets'}>
      {place && <h2 className={heading}>{place}</h2>}
      <ul>
        {some.map((file) => (
          <li key={file.id} className={item}>
            <a href={file.file} target="_blank" rel="noreferrer" className={row}>
              <span className={picture}>
                {file.thumb ? <Picture src={file.thumb} className={image} /> : <Icon name="file-text" />}
              </span>
              <span className={words}>
                <span className={css({ wrap: '2' })}>
                  <b className={css({ fontSize: 'lg', overflowWrap: 'anywhere' })}>{file.name}</b>
                  {isNew(file, since) && (
                    <Tag tone="primary" small>
                      New
                    </Tag>
                  )}
                  {isHeld(held, file) && (
                    <span className={css({ color: 'done' })}>
                      <Icon name="check" size="sm" label="On this device" />
                    </span>
                  )}
                </span>
                <span className={css({ color: 'muted' })}>{file.title}</span>
              </span>
              <span className={state}>
                {file.revision !== null && <b>Rev {file.revision}</b>}
                {file.at !== null && <span className={css({ color: 'muted' })}>{formatDone(file.at)}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  ))

const heading = css({
  paddingInline: '4',
  paddingBlock: '2',
  background: 'soft',
  fontWeight: 'strong',
  overflowWrap: 'anywhere',
})
const item = css({
  borderBottom: '1px solid {colors.line}',
  background: 'card',
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 4rem',
})
const row = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '16',
  paddingInline: '4',
  paddingBlock: '2',
  color: 'ink',
  _hover: { background: 'soft' },
})
const picture = css({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 'min({sizes.16}, 18vw)',
  aspectRatio: '4 / 3',
  border: '1px solid {colors.line}',
  borderRadius: 'sm',
  overflow: 'hidden',
  color: 'muted',
})
const image = css({ display: 'block', boxSize: 'full', objectFit: 'contain', background: 'white' })
const words = css({ flex: '1 1 8rem', minWidth: '0', display: 'grid', overflowWrap: 'anywhere' })
const state = css({ display: 'grid', justifyItems: 'end', flex: 'none', textStyle: 'small' })

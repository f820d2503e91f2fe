import { css } from '#css/css'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Progress } from '#ui/progress/progress.tsx'

/** A file on its way: how far from 0 to 1, or what went wrong. */
export interface Upload {
  id: string
  name: string
  progress: number
  /** In bytes; what the progress of all counts by. */
  size?: number
  /** It has arrived, and counts for the progress of all alone. */
  done?: boolean
  paused?: boolean
  error?: string
  /** Offered beside the error. */
  onRetry?: () => void
  onPause?: () => void
  onResume?: () => void
  /** Takes it off the list; without this it stays. */
  onRemove?: () => void
}

/** Each file on its way, in rows of a list. */
export const UploadRows = ({ uploads }: { uploads: readonly Upload[] }) =>
  uploads
    .filter(({ done }) => !done)
    .map((upload) => (
      <li key={upload.id} className={row}>
        <Icon name={upload.error ? 'circle-alert' : upload.progress < 1 ? 'upload' : 'check'} />
        <bdi className={name}>{upload.name}</bdi>
        <span className={buttons}>
          {upload.error && upload.onRetry && (
            <Button size="sm" variant="outline" onClick={upload.onRetry}>
              Try again
            </Button>
          )}
          {upload.onPause && (
            <IconButton icon="pause" size="sm" aria-label={`Pause ${upload.name}`} onClick={upload.onPause} />
          )}
          {upload.onResume && (
            <IconButton icon="play" size="sm" aria-label={`Go on with ${upload.name}`} onClick={upload.onResume} />
          )}
          {upload.onRemove && (
            <IconButton icon="x" size="sm" aria-label={`Remove ${upload.name}`} onClick={upload.onRemove} />
          )}
        </span>
        {upload.error && <span className={wrong}>{upload.error}</span>}
        {!upload.error && upload.progress < 1 && (
          <div className={way}>
            <Progress value={upload.progress} aria-label={`Uploading ${upload.name}`} />
            {upload.paused && <span className={css({ textStyle: 'note' })}>Paused</span>}
          </div>
        )}
      </li>
    ))

/** How far all files together are, and a way to stop them all; nothing while there is only one. */
export const UploadTotal = ({ uploads }: { uploads: readonly Upload[] }) => {
  if (uploads.length < 2) return null
  const bytes = uploads.reduce((sum, { size = 1 }) => sum + size, 0)
  const sent = uploads.reduce((sum, { size = 1, progress, done }) => sum + (done ? size : size * progress), 0)
  const arrived = uploads.filter(({ done }) => done).length
  const moving = uploads.flatMap(({ onPause }) => onPause ?? [])
  const stopped = uploads.flatMap(({ onResume }) => onResume ?? [])
  return (
    <div className={total}>
      <span aria-live="polite">
        {arrived} of {uploads.length} files
      </span>
      {moving.length > 0 ? (
        <Button size="sm" variant="outline" icon="pause" onClick={() => moving.forEach((pause) => pause())}>
          Pause all
        </Button>
      ) : (
        stopped.length > 0 && (
          <Button size="sm" variant="outline" icon="play" onClick={() => stopped.forEach((resume) => resume())}>
            Go on with all
          </Button>
        )
      )}
      <div className={css({ gridColumn: '1 / -1' })}>
        <Progress value={bytes ? sent / bytes : 0} aria-label="Uploading all files" />
      </div>
    </div>
  )
}

/** A row of the list of files, for those that were not taken too. */
export const row = css({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr auto',
  alignItems: 'center',
  columnGap: '2.5',
  minHeight: 'touch',
  paddingInline: '2.5',
  background: 'card',
  border: '1px solid {colors.line}',
  borderRadius: 'md',
})
export const name = css({ truncate: true })
export const wrong = css({
  gridColumn: '2 / -1',
  paddingBottom: '1',
  color: 'attention',
  textStyle: 'small',
  fontWeight: 'strong',
})
const buttons = css({ display: 'flex', alignItems: 'center' })
const way = css({ gridColumn: '2 / -1', paddingBottom: '2' })
const total = css({
  stack: '1.5',
  gridTemplateColumns: '1fr auto',
  alignItems: 'center',
  minHeight: '8',
  fontVariantNumeric: 'tabular-nums',
})

import { FileUpload as Ark, type FileUploadFileError } from '@ark-ui/react/file-upload'
import { fileUploadAnatomy } from '@ark-ui/react/anatomy'
import { css, sva } from '#css/css'
import { MOST_FILE_BYTES, tooLarge } from '#lib/file-size.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Progress } from '#ui/progress/progress.tsx'

const recipe = sva({
  className: 'file-drop',
  slots: fileUploadAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: '2.5' },
    dropzone: {
      display: 'grid',
      justifyItems: 'center',
      gap: '1',
      padding: '6',
      textAlign: 'center',
      color: 'muted',
      background: 'card',
      border: '1.5px dashed {colors.faint}',
      borderRadius: 'lg',
      cursor: 'pointer',
      _hover: { borderColor: 'primary' },
      '&[data-dragging]': { borderColor: 'primary', background: 'primary.soft' },
      '& strong': { color: 'ink', fontWeight: 'strong' },
    },
    itemGroup: { display: 'grid', gap: '1' },
    item: {
      display: 'grid',
      gridTemplateColumns: 'auto 1fr auto auto',
      alignItems: 'center',
      columnGap: '2.5',
      minHeight: 'touch',
      paddingInline: '2.5',
      background: 'card',
      border: '1px solid {colors.line}',
      borderRadius: 'md',
    },
    itemName: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    itemSizeText: {
      gridColumn: '2 / -1',
      paddingBottom: '1',
      color: 'attention',
      textStyle: 'small',
      fontWeight: 'strong',
    },
  },
})

const way = css({ gridColumn: '2 / -1', paddingBottom: '2' })

/** A file being uploaded, with its progress from 0 to 1 or its error. */
export interface Upload {
  id: string
  name: string
  progress: number
  error?: string
  /** Shows a retry button beside the error. */
  onRetry?: () => void
}

export interface FileDropProps {
  onFiles: (files: File[]) => void
  uploads?: readonly Upload[]
  onRemove?: (id: string) => void
  /** Media types or extensions, such as `image/*` or `.pdf`. */
  accept?: string[]
  maxFiles?: number
  /** In bytes; 100 MB by default. */
  maxSize?: number
  /** Opens a phone's camera instead of its files. */
  capture?: 'environment' | 'user'
  disabled?: boolean
  'aria-label'?: string
}

/** A place to drop files on, or to press and choose, that shows how far each one is. */
export const FileDrop = ({
  onFiles,
  uploads = [],
  onRemove,
  accept,
  maxFiles = 50,
  maxSize = MOST_FILE_BYTES,
  'aria-label': label = 'Add files',
  ...root
}: FileDropProps) => {
  const styles = recipe()
  return (
    <Ark.Root
      {...root}
      className={styles.root}
      accept={accept ? Object.fromEntries(accept.map(toAccepted)) : undefined}
      maxFiles={maxFiles}
      maxFileSize={maxSize}
      acceptedFiles={[]}
      onFileAccept={({ files }) => files.length && onFiles(files)}
    >
      <Ark.Dropzone className={styles.dropzone} aria-label={label}>
        <Icon name="upload" />
        <span>
          <strong>Drop files here</strong> or press to choose
        </span>
      </Ark.Dropzone>
      <Ark.HiddenInput aria-label={label} />
      <Ark.Context>
        {({ rejectedFiles }) => (
          <ul className={styles.itemGroup} aria-live="polite">
            {rejectedFiles.map(({ file, errors }) => (
              <li key={file.name} className={styles.item}>
                <Icon name="circle-alert" />
                <bdi className={styles.itemName}>{file.name}</bdi>
                <span className={styles.itemSizeText}>{reason(errors[0], maxSize)}</span>
              </li>
            ))}
            {uploads.map((upload) => (
              <li key={upload.id} className={styles.item}>
                <Icon name={upload.error ? 'circle-alert' : upload.progress < 1 ? 'upload' : 'check'} />
                <bdi className={styles.itemName}>{upload.name}</bdi>
                {upload.error && upload.onRetry && (
                  <Button size="sm" variant="outline" onClick={upload.onRetry}>
                    Try again
                  </Button>
                )}
                {onRemove && (
                  <IconButton
                    icon="x"
                    size="sm"
                    aria-label={`Remove ${upload.name}`}
                    onClick={() => onRemove(upload.id)}
                  />
                )}
                {upload.error && <span className={styles.itemSizeText}>{upload.error}</span>}
                {!upload.error && upload.progress < 1 && (
                  <div className={way}>
                    <Progress value={upload.progress} aria-label={`Uploading ${upload.name}`} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Ark.Context>
    </Ark.Root>
  )
}

const toAccepted = (kind: string): [string, string[]] =>
  kind.startsWith('.') ? ['application/octet-stream', [kind]] : [kind, []]

const reason = (error: FileUploadFileError | undefined, maxSize: number) => {
  if (error === 'FILE_TOO_LARGE') return tooLarge(maxSize)
  if (error === 'TOO_MANY_FILES') return 'Too many files at once.'
  return 'This file type is not allowed.'
}

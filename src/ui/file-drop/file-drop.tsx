import { useState, type DragEvent } from 'react'
import { FileUpload as Ark, type FileUploadFileError, fileUploadAnatomy } from '@ark-ui/react/file-upload'
import { css, sva } from '#css/css'
import { droppedFiles, hasFolder } from '#lib/dropped-files.ts'
import { MOST_FILE_BYTES, tooLarge } from '#lib/file-size.ts'
import { Button } from '#ui/button/button.tsx'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { name, row, UploadRows, UploadTotal, wrong, type Upload } from './upload-rows.tsx'

export type { Upload } from './upload-rows.tsx'

const recipe = sva({
  className: 'file-drop',
  slots: fileUploadAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: '2.5' },
    dropzone: {
      display: 'grid',
      justifyItems: 'center',
      gap: '1',
      padding: { base: '6', _coarse: '4' },
      textAlign: 'center',
      color: 'muted',
      background: 'card',
      border: '1.5px dashed {colors.faint}',
      borderRadius: 'lg',
      cursor: 'pointer',
      _hover: { borderColor: 'primary' },
      _disabled: { opacity: 0.5, cursor: 'not-allowed', _hover: { borderColor: 'faint' } },
      '&[data-dragging]': { borderColor: 'primary', background: 'primary.soft' },
      '& strong': { color: 'ink', fontWeight: 'strong' },
    },
    itemGroup: { display: 'grid', gap: '1' },
  },
})

/** What may be dropped, and what becomes of it. */
export interface FileDropProps {
  /** Called with the files that were dropped or chosen, and are accepted. */
  onFiles: (files: File[]) => void
  /** The files on their way, shown below. */
  uploads?: readonly Upload[]
  /** Media types or extensions, such as `image/*` or `.pdf`. */
  accept?: string[]
  /** How many at once; those of a folder are not counted. */
  maxFiles?: number
  /** In bytes; 100 MB by default. */
  maxSize?: number
  /** Offers a phone's camera beside its files. */
  camera?: boolean
  /** Takes no files now. */
  disabled?: boolean
  /** What the files are for, for screen readers. */
  'aria-label'?: string
}

/** A file that is not taken, and why. */
interface Rejected {
  readonly file: File
  readonly reason: string
}

/** A place to drop files and folders on, or to press and choose, that shows how far each one is. */
export const FileDrop = ({
  onFiles,
  uploads = [],
  accept,
  maxFiles = 50,
  maxSize = MOST_FILE_BYTES,
  camera = false,
  'aria-label': label = 'Add files',
  ...root
}: FileDropProps) => {
  const styles = recipe()
  const [fromFolder, setFromFolder] = useState<readonly Rejected[]>([])

  /** Files are Ark's to take; folders are not known to it as trees, so theirs are judged here by the same rules. */
  function takeFolders(event: DragEvent) {
    const { items } = event.dataTransfer
    if (root.disabled || !hasFolder(items)) return
    event.preventDefault()
    event.stopPropagation()
    void droppedFiles(items).then((files) => {
      const judged = files.map((file) => ({ file, reason: problemOf(file, accept, maxSize) }))
      setFromFolder(judged.flatMap(({ file, reason }) => (reason === null ? [] : [{ file, reason }])))
      const taken = judged.flatMap(({ file, reason }) => (reason === null ? [file] : []))
      if (taken.length) onFiles(taken)
    })
  }
  return (
    <Ark.Root
      {...root}
      className={styles.root}
      accept={accept ? Object.fromEntries(accept.map(toAccepted)) : undefined}
      maxFiles={maxFiles}
      maxFileSize={maxSize}
      acceptedFiles={[]}
      onFileAccept={({ files }) => {
        setFromFolder([])
        if (files.length) onFiles(files)
      }}
      onDropCapture={takeFolders}
    >
      {camera && <Camera onFiles={onFiles} />}
      <Ark.Dropzone className={styles.dropzone} aria-label={label}>
        <Icon name="upload" />
        <strong className={css({ display: { base: 'none', _coarse: 'inline' } })}>{label}</strong>
        <span className={css({ display: { base: 'inline', _coarse: 'none' } })}>
          <strong>Drop files here</strong> or press to choose
        </span>
      </Ark.Dropzone>
      <Ark.HiddenInput aria-label={label} />
      <UploadTotal uploads={uploads} />
      <Ark.Context>
        {({ rejectedFiles }) => (
          <ul className={styles.itemGroup} aria-live="polite">
            {[
              ...rejectedFiles.map(({ file, errors }) => ({ file, reason: reason(errors[0], maxSize) })),
              ...fromFolder,
            ].map(({ file, reason }) => (
              <li key={file.name} className={row}>
                <Icon name="circle-alert" />
                <bdi className={name}>{file.name}</bdi>
                <span className={wrong}>{reason}</span>
              </li>
            ))}
            <UploadRows uploads={uploads} />
          </ul>
        )}
      </Ark.Context>
    </Ark.Root>
  )
}

/** Opens a phone's camera, which comes first there; on a desk there is none to open. */
const Camera = ({ onFiles }: Pick<FileDropProps, 'onFiles'>) => {
  const { open, input } = usePicker({ accept: 'image/*', capture: 'environment' }, onFiles)
  return (
    <span className={css({ display: { base: 'none', _coarse: 'contents' } })}>
      <Button variant="outline" icon="camera" onClick={open}>
        Take photo
      </Button>
      {input}
    </span>
  )
}

const toAccepted = (kind: string): [string, string[]] =>
  kind.startsWith('.') ? ['application/octet-stream', [kind]] : [kind, []]

const isAccepted = (file: File, kind: string) =>
  kind.startsWith('.')
    ? file.name.toLowerCase().endsWith(kind.toLowerCase())
    : new RegExp(`^${kind.replace('*', '.*')}$`).test(file.type)

const problemOf = (file: File, accept: readonly string[] | undefined, maxSize: number): string | null => {
  if (accept && !accept.some((kind) => isAccepted(file, kind))) return reason('FILE_INVALID_TYPE', maxSize)
  return file.size > maxSize ? reason('FILE_TOO_LARGE', maxSize) : null
}

const reason = (error: FileUploadFileError | undefined, maxSize: number) => {
  if (error === 'FILE_TOO_LARGE') return tooLarge(maxSize)
  if (error === 'TOO_MANY_FILES') return 'Too many files at once.'
  return 'This file type is not allowed.'
}

import { useState } from 'react'
import { css } from '#css/css'
import { formatSize } from '#lib/file-size.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { isViewable, type Attachment } from '../entities.ts'
import { SCAN_TYPES, scanProblem } from '../guards.ts'
import { OneFile } from './one-file.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import type { On } from './use-attachments.ts'
import { useUrls } from './use-urls.ts'

/** The scan or photo of a document, of a record that has one: to look at, download, replace and remove. */
export const Scan = ({
  on,
  title,
  noun,
  hint,
  mayEdit,
}: {
  on: On
  title: string
  noun: string
  hint: string
  mayEdit: boolean
}) => (
  <section className={css({ stack: '2' })} aria-label={title}>
    <h3 className={css({ textStyle: 'label' })}>{title}</h3>
    <OneFile
      on={on}
      noun={noun}
      hint={hint}
      accept={SCAN_TYPES}
      check={({ type }) => scanProblem(title.toLowerCase(), type)}
      mayEdit={mayEdit}
    >
      {(file) => <Document file={file} />}
    </OneFile>
  </section>
)

/** @useSignals */
const Document = ({ file }: { file: Attachment }) => {
  const urls = useUrls()
  const [shown, setShown] = useState<number | null>(null)
  return (
    <div className={css({ wrap: '2.5', minWidth: '0' })}>
      <span className={css({ minWidth: '0', overflowWrap: 'anywhere' })}>
        <bdi>{file.name}</bdi> <span className={css({ textStyle: 'note' })}>{formatSize(file.size)}</span>
      </span>
      {isViewable(file) && (
        <Button variant="outline" icon="eye" onClick={() => setShown(file.id)}>
          Show
        </Button>
      )}
      <LinkButton variant="outline" icon="download" href={urls.download(file)} download>
        Download
      </LinkButton>
      <PictureViewer pictures={[file]} shown={shown} onShow={setShown} mayEdit={() => false} />
    </div>
  )
}

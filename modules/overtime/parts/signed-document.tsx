import { useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { css } from '#css/css'
import { formatSize } from '#lib/file-size.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { isViewable, type Attachment } from '../../attachments/entities.ts'
import { OneFile, PictureViewer, useUrls } from '../../attachments/index.ts'
import { workScheduleAgreements, type WorkScheduleAgreement } from '../entities.ts'
import { DOCUMENT_TYPES, documentProblem } from '../guards.ts'

/** The signed document of an agreement, to look at, download, replace and remove (rule four-ten-agreement). @useSignals */
export const SignedDocument = ({ agreement }: { agreement: WorkScheduleAgreement }) => {
  const { session } = useServices()
  return (
    <section className={css({ stack: '2' })} aria-labelledby="signed-document">
      <h3 id="signed-document" className={css({ textStyle: 'label' })}>
        Signed document
      </h3>
      <OneFile
        on={{ type: workScheduleAgreements.table, id: agreement.id }}
        noun="document"
        hint="A scan or a photo of the signed agreement: PDF, JPEG, PNG or WebP."
        accept={DOCUMENT_TYPES}
        check={({ type }) => documentProblem(type)}
        mayEdit={can('edit', 'users')(session.user.value)}
      >
        {(file) => <Document file={file} />}
      </OneFile>
    </section>
  )
}

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

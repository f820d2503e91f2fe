import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Card } from '#ui/card/card.tsx'
import { fileUrl } from '../../attachments/entities.ts'
import { OneFile } from '../../attachments/index.ts'
import { companySettings } from '../entities.ts'
import { LOGO_TYPES, logoProblem } from '../guards.ts'

/** The company's logo, which can be uploaded, replaced and removed (rule company-logo). */
export const LogoCard = ({ id }: { id: number }) => {
  const { api } = useServices()
  return (
    <Card className={css({ stack: '3' })}>
      <h2 className={css({ textStyle: 'section' })}>Logo</h2>
      <OneFile
        on={{ type: companySettings.table, id }}
        noun="logo"
        hint="A PNG or JPEG of at most 1 MB. It is shown in the app, on PDFs and in mails."
        accept={LOGO_TYPES}
        check={({ type, size }) => logoProblem({ mime: type, size })}
        mayEdit
      >
        {(file) => <img src={api.urlOf(fileUrl(file))} alt="Logo" className={picture} />}
      </OneFile>
    </Card>
  )
}

const picture = css({
  maxHeight: '24',
  maxWidth: 'min(20rem, 100%)',
  padding: '2',
  background: '#ffffff',
  border: '1px solid {colors.line}',
  borderRadius: 'md',
  objectFit: 'contain',
})

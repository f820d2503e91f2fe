import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import type { Services } from '#blocks/services/services.tsx'
import { certifiedPayrolls, titleOf, type CertifiedPayroll } from '../entities.ts'
import type { Form } from '../form.ts'
import { wh347Pdf } from './pdf/wh347-pdf.ts'

/** Downloads a form as a PDF: as it was signed, or as it would be now. */
export async function printForm(
  record: CertifiedPayroll,
  form: Form,
  { api, session }: Pick<Services, 'api' | 'session'>,
): Promise<void> {
  const whole = await api(certifiedPayrolls).fetch(record.id)
  if (!whole.ok) return void toastFailure(whole)
  const bytes = await wh347Pdf({
    data: whole.data.data ?? form,
    form: whole.data,
    isDraft: !record.signed_at && form.missing.length > 0,
    printed_by: session.user.peek()?.name ?? '',
    now: new Date().toISOString(),
  })
  download(pdfBlob(bytes), `WH-347 ${form.project_number} payroll ${titleOf(record)}.pdf`)
}

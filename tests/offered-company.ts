import { companyOf, type Company } from '#server/browser-company.ts'

/** Where Vite's server offers the sample company to the pages of tests and of Storybook. */
export const COMPANY_PATH = '/sample-company'

/**
 * The sample company that the server of this page offers, which takes a tenth of the time of seeding it here. A Storybook
 * that was built offers none, since the company's days are around today.
 */
export async function offeredCompany(): Promise<Company | undefined> {
  const answer = await fetch(COMPANY_PATH)
  const isForm = answer.headers.get('content-type')?.startsWith('multipart/form-data')
  return answer.ok && isForm ? companyOf(await answer.formData()) : undefined
}

import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { defaultDocumentsHref } from '../default-documents-href.ts'

/** Where the parameter's own name is written for its value. */
const BY_NAME = 'default_project_docuemts'

/**
 * Of the addresses that the routes of the default documents match, shows their screen at one: the parameter's name leads
 * there, and anything else to Page Not Found.
 */
export const AtDefaultDocuments = ({
  params,
  below = '',
  children,
}: {
  params: { readonly [BY_NAME]: string }
  /** What follows the parameter in the address. */
  below?: string
  children: ReactNode
}) => {
  const given = params[BY_NAME]
  if (`/setup/${given}` === defaultDocumentsHref) return children
  return <Redirect to={given === BY_NAME ? defaultDocumentsHref + below : '/not_found'} replace />
}

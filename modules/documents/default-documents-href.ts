/** The address of the folders and documents that new projects get. */
export const defaultDocumentsHref = '/setup/default_project_documents'

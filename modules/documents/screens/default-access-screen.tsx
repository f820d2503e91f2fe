import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { ScreenProps } from '#core/module/define-module.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { defaultDocumentsHref } from '../default-documents-href.ts'
import { defaultFolderAccess, defaultFolders } from '../entities.ts'
import { AccessPage } from '../parts/access-page.tsx'
import { AtDefaultDocuments } from '../parts/at-default-documents.tsx'

type Props = ScreenProps<'/setup/:default_project_docuemts/folder_access'>

/** Who may do what in the folders that new projects get. */
export default function DefaultAccessScreen({ params }: Props) {
  return (
    <AtDefaultDocuments params={params} below="/folder_access">
      <DefaultAccess />
    </AtDefaultDocuments>
  )
}

/** @useSignals */
const DefaultAccess = () => {
  const { api } = useServices()
  const folders = useRecords(useQuery(defaultFolders).items)
  const rules = useRecords(useQuery(defaultFolderAccess, { across: true }).items)
  return (
    <AccessPage
      crumbs={
        <Breadcrumb
          items={[
            { href: '/setup', label: 'Setup' },
            { href: defaultDocumentsHref, label: 'Default project documents' },
          ]}
        />
      }
      folders={folders}
      rules={rules.map(({ default_folder_id, ...rule }) => ({
        folder_id: default_folder_id,
        ...rule,
      }))}
      mayChange={() => true}
      save={(changes) =>
        api(defaultFolderAccess, { default_folder_id: changes[0]?.folder ?? 0 }).actOnAll('set', {
          data: changes.map(({ folder, subject: { label: _, ...subject }, level }) => ({
            default_folder_id: folder,
            ...subject,
            level,
          })),
        })
      }
    />
  )
}

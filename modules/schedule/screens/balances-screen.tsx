import { useState } from 'react'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { Button } from '#ui/button/button.tsx'
import { timeOffBalances } from '../entities.ts'

const Importing = lazyDialog(async () => (await import('../dialogs/import-balances.tsx')).ImportBalances)

/** Who has other hours of time off than everybody, and from when. */
export default function BalancesScreen() {
  const [importing, setImporting] = useState(false)
  return (
    <>
      <SetupList
        entity={timeOffBalances}
        title="Time-off Balances"
        groupBy="user_id"
        actions={
          <Button variant="outline" icon="upload" onClick={() => setImporting(true)}>
            Import
          </Button>
        }
      />
      {importing && <Importing onClose={() => setImporting(false)} />}
    </>
  )
}

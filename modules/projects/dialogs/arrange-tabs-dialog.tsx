import { OrderList, type Ordered } from '#blocks/setup-list/order-list.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

/** Puts the tabs of all projects in an order of one's own, which this device remembers. */
export default function ArrangeTabsDialog({
  tabs,
  isUsual,
  onOrder,
  onClose,
}: {
  /** As they stand now. */
  tabs: readonly (Ordered & { readonly letter: string | undefined })[]
  isUsual: boolean
  onOrder: (keys: readonly string[]) => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      title="Arrange tabs"
      onClose={onClose}
      footer={
        <>
          {!isUsual && (
            <Button variant="ghost" onClick={() => onOrder([])}>
              Usual order
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <p className={css({ color: 'muted', marginBottom: '2' })}>Those that do not fit are under More.</p>
      <OrderList items={tabs} onOrder={onOrder}>
        {({ label, letter }) => (
          <>
            {label}
            {letter && <span className={keys}>G then {letter.toUpperCase()}</span>}
          </>
        )}
      </OrderList>
    </Dialog>
  )
}

const keys = css({ textStyle: 'note', marginInlineStart: 'auto', _coarse: { display: 'none' } })

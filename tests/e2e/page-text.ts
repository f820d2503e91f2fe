import type { BrowserContext } from '@playwright/test'

/** Reports, as an error of the console, text that no page may show: values that someone forgot to put into words. */
function watch(): void {
  const wrong = /\b(?:NaN|undefined|null)\b|\[object/
  function look(node: Node) {
    const parent = node instanceof Element ? node : node.parentElement
    if (!parent || parent.closest('script, style, head, textarea')) return
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text: Node | null = texts.currentNode; text; text = texts.nextNode()) {
      if (text.nodeType !== Node.TEXT_NODE || text.parentElement?.closest('script, style, textarea')) continue
      if (wrong.test(text.textContent ?? '')) console.error(`The page says “${text.textContent}”.`)
    }
  }
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') look(target)
      else addedNodes.forEach(look)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

/** Watches all that the pages of a context ever show. */
export const watchTexts = (context: BrowserContext): void => void context.addInitScript(watch)

export { Conversation, type ConversationProps } from './parts/conversation.tsx'
export { useMessages } from './parts/use-messages.ts'

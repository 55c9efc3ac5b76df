import { z } from 'zod';

export const message = z.object({
  id: z.string(),
  where: z.string(),
  author: z.string(),
  at: z.string(),
  text: z.string(),
  url: z.string(),
});

export type Message = z.infer<typeof message>;

export const timelineShape = {
  topic: z.string(),
  messages: z.array(message),
};

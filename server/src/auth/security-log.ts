import type { FastifyRequest } from 'fastify';
import { type LogSecurityEvent, SECURITY_EVENT_LEVEL } from './security-events.ts';

export function securityLog(request: FastifyRequest): LogSecurityEvent {
  return (event, details) =>
    request.log[SECURITY_EVENT_LEVEL[event]]({ event, ip: request.ip, ...details }, 'Security event');
}

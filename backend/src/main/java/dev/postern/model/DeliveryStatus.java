package dev.postern.model;

/** How an attempt ended. */
public enum DeliveryStatus {
    SUCCESS,
    FAILED
}

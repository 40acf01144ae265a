package dev.postern.parking.memory;

import dev.postern.parking.ParkingLot;
import dev.postern.parking.ParkingLotContract;
import dev.postern.parking.ParkingSettings;
import java.time.Clock;

class MemoryParkingLotTest extends ParkingLotContract {

    @Override
    protected ParkingLot create(ParkingSettings settings) {
        return new MemoryParkingLot(Clock.systemUTC(), settings);
    }
}
